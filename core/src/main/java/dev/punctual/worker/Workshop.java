package dev.punctual.worker;

/** What the roles of one worker share. */
record Workshop(
        WorkerSettings settings, Bindings bindings, Events events, Slots slots, HeldClaims held, Settler settler) {}
