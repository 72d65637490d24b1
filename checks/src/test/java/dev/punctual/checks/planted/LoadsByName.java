package dev.punctual.checks.planted;

/** Takes a class name from the outside. */
final class LoadsByName {
    Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }
}
