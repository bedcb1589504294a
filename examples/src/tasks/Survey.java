// @start region=survey
import java.util.List;
import java.util.concurrent.Callable;

/** Properties of a machine: wherry run URI Survey.java os.name user.name */
public record Survey(List<String> names) implements Callable<List<Survey.Property>> {
    public record Property(String name, String value) {}

    @Override
    public List<Property> call() {
        System.out.println("Asked for " + names.size() + " properties");
        return names.stream()
                .map(name -> new Property(name, System.getProperty(name)))
                .toList();
    }
}
// @end
