package dev.wherry.testkit;

class UnixVirtualThreadEndpointTest extends UnixEndpointContract {
    @Override
    protected boolean onVirtualThreads() {
        return true;
    }
}
