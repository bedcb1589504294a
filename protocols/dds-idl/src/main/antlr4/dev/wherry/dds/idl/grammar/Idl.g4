/*
 * IDL 4.2 (OMG formal/18-01-05) without components, value types, bit sets and fixed point: what maps to DDS. Parts that are refused by
 * name are rules of their own, so that the rest of a file is still read. No rule calls itself for a chain of operators or names: the
 * stack grows with brackets only, and those are counted before.
 */
grammar Idl;

specification
    : definition* EOF
    ;

definition
    : annotation* (module | constant | struct | union | enumeration | exception | typedef | interface_ | unsupported) ';'
    | annotationDefinition ';'
    ;

module
    : 'module' identifier '{' definition* '}'
    ;

constant
    : 'const' type identifier '=' expression
    ;

// A declaration without a body announces it.
struct
    : 'struct' identifier ((':' scopedName)? body='{' member* '}')?
    ;

member
    : annotation* type declarator (',' declarator)* ';'
    ;

declarator
    : identifier dimension*
    ;

dimension
    : '[' expression ']'
    ;

union
    : 'union' identifier ('switch' '(' annotation* type ')' body='{' unionCase* '}')?
    ;

unionCase
    : label+ annotation* type declarator ';'
    ;

label
    : annotation* ('case' expression | 'default') ':'
    ;

enumeration
    : 'enum' identifier '{' enumerator (',' enumerator)* ','? '}'
    ;

enumerator
    : annotation* identifier
    ;

exception
    : 'exception' identifier '{' member* '}'
    ;

typedef
    : 'typedef' type declarator (',' declarator)*
    ;

interface_
    : 'local'? 'interface' identifier ((':' scopedName (',' scopedName)*)? body='{' part* '}')?
    ;

part
    : annotation* (operation | attribute | constant | struct | union | enumeration | exception | typedef | unsupported) ';'
    ;

operation
    : 'oneway'? ('void' | type) identifier '(' (parameter (',' parameter)*)? ')' raises?
    ;

parameter
    : annotation* direction=('in' | 'out' | 'inout') annotation* type identifier
    ;

raises
    : 'raises' '(' scopedName (',' scopedName)* ')'
    ;

attribute
    : 'readonly'? 'attribute' type identifier (',' identifier)* raises? accessorRaises*
    ;

accessorRaises
    : ('getraises' | 'setraises') '(' scopedName (',' scopedName)* ')'
    ;

unsupported
    : kind=('valuetype' | 'abstract' | 'custom' | 'eventtype' | 'bitset' | 'bitmask' | 'native' | 'component' | 'home' | 'porttype'
    | 'connector' | 'typeid' | 'typeprefix' | 'import') ~('{' | '}' | ';')* block?
    ;

block
    : '{' (~('{' | '}') | block)* '}'
    ;

annotationDefinition
    : '@annotation' identifier block
    ;

annotation
    : ANNOTATION ('(' (argument (',' argument)*)? ')')?
    ;

argument
    : (identifier '=')? expression
    ;

type
    : 'short'
    | 'long' ('long' | 'double')?
    | 'unsigned' ('short' | 'long' 'long'?)
    | 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64'
    | 'float' | 'double' | 'char' | 'wchar' | 'boolean' | 'octet'
    | 'string' bound?
    | 'wstring' bound?
    | 'sequence' '<' annotation* type (',' size)? '>'
    | 'map' '<' annotation* type ',' annotation* type (',' size)? '>'
    | 'any' | 'Object' | 'ValueBase'
    | 'fixed' ('<' size ',' size '>')?
    | scopedName
    ;

bound
    : '<' size '>'
    ;

// Without a shift, so that '>' ends the type.
size
    : sum
    ;

expression
    : exclusive ('|' exclusive)*
    ;

exclusive
    : conjunction ('^' conjunction)*
    ;

conjunction
    : shift ('&' shift)*
    ;

shift
    : sum (('<' '<' | '>' '>') sum)*
    ;

sum
    : product (('+' | '-') product)*
    ;

product
    : unary (('*' | '/' | '%') unary)*
    ;

unary
    : ('-' | '+' | '~')* primary
    ;

primary
    : '(' expression ')'
    | scopedName
    | INTEGER
    | FLOAT
    | FIXED
    | CHARACTER
    | STRING+
    | 'TRUE'
    | 'FALSE'
    ;

scopedName
    : '::'? identifier ('::' identifier)*
    ;

identifier
    : ID
    ;

ANNOTATION
    : '@' [ \t]* '::'? NAME ('::' NAME)*
    ;

ID
    : NAME
    ;

INTEGER
    : '0' [xX] [0-9a-fA-F]+
    | [0-9]+
    ;

FIXED
    : ([0-9]+ ('.' [0-9]*)? | '.' [0-9]+) [dD]
    ;

FLOAT
    : ([0-9]+ '.' [0-9]* | '.' [0-9]+) EXPONENT?
    | [0-9]+ EXPONENT
    ;

CHARACTER
    : 'L'? '\'' (ESCAPE | ~['\\\r\n]) '\''
    ;

STRING
    : 'L'? '"' (ESCAPE | ~["\\\r\n])* '"'
    ;

SPACE
    : [ \t\r\n\f\u000B]+ -> skip
    ;

COMMENT
    : ('//' ~[\r\n]* | '/*' .*? '*/') -> skip
    ;

fragment NAME
    : [a-zA-Z_] [a-zA-Z0-9_]*
    ;

fragment EXPONENT
    : [eE] [+-]? [0-9]+
    ;

fragment ESCAPE
    : '\\' ([ntvbrfa\\?'"] | 'x' [0-9a-fA-F] [0-9a-fA-F]? | 'u' [0-9a-fA-F] [0-9a-fA-F]? [0-9a-fA-F]? [0-9a-fA-F]? | [0-7] [0-7]? [0-7]?)
    ;
