package sql;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;

public final class Row implements Externalizable {
    private static final long serialVersionUID = 1;

    private Object[] values;

    public Row() {}

    public Row(Object... values) {
        this.values = values;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(values.length);
        for (Object value : values) {
            out.writeObject(value);
        }
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
        values = new Object[in.readInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readObject();
        }
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values);
    }
}
