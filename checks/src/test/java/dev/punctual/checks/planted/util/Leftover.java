package dev.punctual.checks.planted.util;

/** Stands in a package that no table lists, under a name that says nothing. */
final class Leftover {}
