package dev.wherry.lab.peers.openejb;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.SharedClient;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.ejb.embeddable.EJBContainer;
import javax.naming.Context;
import org.apache.openejb.jee.EjbJar;
import org.apache.openejb.jee.StatelessBean;

/** OpenEJB's embedded container with only this bean. Its stubs are for all threads. */
public abstract class OpenEjb extends SharedClient {
    private static final String APPLICATION = "lab";
    private static final String MODULE = "beans";

    /** Starts a container with the common properties and these, and returns its names. */
    protected static Context contain(CountingService service, Properties more) {
        Logger.getLogger("").setLevel(Level.WARNING);
        LabBean.answersBy(service);
        Properties properties = new Properties();
        properties.putAll(more);
        properties.put("openejb.log.factory", "jul");
        properties.put(EJBContainer.APP_NAME, APPLICATION);
        // The class of the bean, so that no folder has to be searched.
        EjbJar module = new EjbJar(MODULE);
        module.addEnterpriseBean(new StatelessBean(LabBean.class));
        properties.put(EJBContainer.MODULES, module);
        return EJBContainer.createEJBContainer(properties).getContext();
    }

    /** Returns the name that the specification gives to the bean's interface. */
    protected static String globalName(Class<?> view) {
        return "java:global/" + APPLICATION + "/" + MODULE + "/LabBean!" + view.getName();
    }
}
