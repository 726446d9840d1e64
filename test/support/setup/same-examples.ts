import fc from "fast-check";

// A fixed seed: whether a mutant is killed must not depend on luck. Shrinking is off, since nobody reads the examples.
fc.configureGlobal({ seed: 20_261_122, endOnFailure: true });
