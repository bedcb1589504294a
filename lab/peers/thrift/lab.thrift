namespace java dev.wherry.lab.peers.thrift

struct WirePerson {
  1: i64 personId
  2: string firstName
  3: string lastName
  4: list<string> phoneNumbers
  5: i32 houseNumber
  6: string street
  7: string city
  8: string country
}

service Handler {
  list<WirePerson> processRequest(1: list<WirePerson> people)
  binary octets(1: binary data)
  i32 invoke(1: i32 callNumber, 2: binary data)
  i32 addOne(1: i32 number)
}
