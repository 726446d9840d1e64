import { notFound, type ProblemError } from "~/lib/problem";

/** The same answer for an unknown id, another shop's contract and another customer's (wire.md §1 "Errors"). */
export const contractNotFound = (): ProblemError => notFound("There is no such contract.");
