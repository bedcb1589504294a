// @start region=plugins
plugins {
    application
}

java {
    toolchain { languageVersion = JavaLanguageVersion.of(25) }
}

application { mainClass = "com.acme.bank.client.BankClient" }
// @end

// @start region=dependency
dependencies {
    implementation("dev.wherry:wherry:0.1.0-SNAPSHOT")
}
// @end

// @start region=project
dependencies {
    implementation(project(":api"))
}
// @end
