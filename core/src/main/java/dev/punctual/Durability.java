package dev.punctual;

/** What an acknowledged task survives; read from the live settings of a store when it opens. */
public enum Durability {
    /** Lost with the process. */
    D0,
    /** Survives the end of the process. */
    D1,
    /** Survives a power cut of the machine. */
    D2,
    /** Survives the loss of a machine. */
    D3
}
