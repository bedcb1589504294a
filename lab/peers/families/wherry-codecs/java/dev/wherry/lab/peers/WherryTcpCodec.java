package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.Way;
import dev.wherry.lab.peers.wherry.Wherry;
import java.util.Arrays;

/** Wherry over TCP only, with the codec that its first argument names. */
public final class WherryTcpCodec extends Wherry {
    private final String codec;

    private WherryTcpCodec(String codec) {
        super(Way.TCP);
        this.codec = codec;
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 1, args.length), new WherryTcpCodec(args[0]));
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        return super.options(defaults).toBuilder().codecs(codec).build();
    }
}
