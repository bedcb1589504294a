// @start region=api
plugins {
    `java-library`
}

java {
    toolchain { languageVersion = JavaLanguageVersion.of(25) }
}

tasks.withType<JavaCompile> { options.compilerArgs.add("-parameters") }
// @end
