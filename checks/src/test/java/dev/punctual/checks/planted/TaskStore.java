package dev.punctual.checks.planted;

/** A port with one method too many, and that one does nothing. */
interface TaskStore {
    void verb1();

    void verb2();

    void verb3();

    void verb4();

    void verb5();

    void verb6();

    void verb7();

    void verb8();

    void verb9();

    void verb10();

    void verb11();

    void verb12();

    default void verb13() {}
}
