// @start region=settings
rootProject.name = "bank"
include("api", "server", "client")
// @end

// @start region=repositories
dependencyResolutionManagement {
    repositories {
        mavenLocal() // until Wherry is published
        mavenCentral()
    }
}
// @end
