package dev.punctual.checks.planted;

import java.io.Serializable;

/** Can be serialized. */
final class Parcel implements Serializable {
    private static final long serialVersionUID = 1L;
}
