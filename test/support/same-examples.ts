import fc from "fast-check";

// The same examples each time: whether a mutant is killed must not hang on luck. That it is killed is all that is asked:
// no time goes into finding the smallest example.
fc.configureGlobal({ seed: 20_261_122, endOnFailure: true });
