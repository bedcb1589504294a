package dev.wherry.lab.peers.servlet;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.AbstractHessianOutput;
import com.caucho.hessian.io.FieldDeserializer2Factory;
import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.UnsafeDeserializer;
import com.caucho.hessian.io.UnsafeSerializer;
import dev.wherry.lab.peers.common.Service;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Notices when Hessian writes and reads a value: it looks for classes with the names of the value's and HessianSerializer and
 * HessianDeserializer behind them, which nobody else does.
 */
public final class HessianWitness {
    private static volatile boolean written;
    private static volatile boolean read;

    private HessianWitness() {}

    /** What is sent. */
    public static final class Value implements Comparable<Value>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compareTo(Value other) {
            return 0;
        }
    }

    /** Must be named so. */
    public static final class ValueHessianSerializer extends UnsafeSerializer {
        public ValueHessianSerializer() {
            super(Value.class);
        }

        @Override
        public void writeObject(Object value, AbstractHessianOutput out) throws IOException {
            written = out instanceof Hessian2Output;
            super.writeObject(value, out);
        }
    }

    /** Must be named so. */
    public static final class ValueHessianDeserializer extends UnsafeDeserializer {
        public ValueHessianDeserializer() {
            super(Value.class, FieldDeserializer2Factory.create());
        }

        @Override
        public Object readObject(AbstractHessianInput in, Object[] fields) throws IOException {
            read = in instanceof Hessian2Input;
            return super.readObject(in, fields);
        }
    }

    /** "hessian 2" if what was sent through this service was written and read by Hessian in its second format. */
    public static String serializer(Service service) throws Exception {
        written = false;
        read = false;
        List<Value> sent = new ArrayList<>();
        sent.add(new Value());
        Collection<Value> answer = service.processRequest(sent);
        return answer.size() == 1 && written && read ? "hessian 2" : "not hessian 2";
    }
}
