package dev.wherry.dds.cyclone;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Sends samples as a hostile participant would: in the name of a real writer, with any bytes as the payload. */
final class RtpsPacket {
    private static final int DATA = 0x15;
    private static final int LITTLE_ENDIAN_DATA = 0x05;
    private static final int LITTLE_ENDIAN_KEY = 0x09;

    private RtpsPacket() {}

    /** Returns the port on which the participant with an index receives samples. */
    static int port(int domain, int index) {
        return 7400 + 250 * domain + 11 + 2 * index;
    }

    /** @param writer the GUID in whose name the sample is sent */
    static void send(DatagramSocket socket, int port, byte[] writer, long number, boolean key, byte[] payload)
            throws IOException {
        ByteBuffer packet = ByteBuffer.allocate(20 + 24 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        packet.put(new byte[] {'R', 'T', 'P', 'S', 2, 1, 1, 16}).put(writer, 0, 12);
        packet.put((byte) DATA).put((byte) (key ? LITTLE_ENDIAN_KEY : LITTLE_ENDIAN_DATA));
        packet.putShort((short) (20 + payload.length));
        packet.putShort((short) 0).putShort((short) 16).putInt(0).put(writer, 12, 4);
        packet.putInt((int) (number >>> 32)).putInt((int) number);
        packet.put(payload);
        socket.send(new DatagramPacket(packet.array(), packet.position(), InetAddress.getLoopbackAddress(), port));
    }
}
