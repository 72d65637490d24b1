package dev.punctual.checks.planted;

/** Has a name that says nothing. */
final class PaymentManager {}
