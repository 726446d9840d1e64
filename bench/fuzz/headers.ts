import fc from "fast-check";
import type { JsonObject } from "~/http/endpoint/json-schema";
import type { Caller } from "./callers";

type Headers = Record<string, string>;
/** Stands for the tag that what is asked for has at that moment (`send.ts`). */
export const CURRENT = "current";
const STALE = '"q7Zk1v0rJm3oQ2x8Yt5LbNc9aWe"';
const MALFORMED = ['"', "bare", '"a" "b"', ",", "W/", "* , *", '"\u00e4"', "9".repeat(300)];
const TAGS = fc.oneof(
  { weight: 5, arbitrary: fc.constant(CURRENT) },
  { weight: 3, arbitrary: fc.constantFrom(STALE, `W/${STALE}`, `${STALE}, "b"`, "*") },
  { weight: 1, arbitrary: fc.constantFrom(...MALFORMED) },
);
const KEYS = fc.oneof(
  { weight: 6, arbitrary: fc.uuid() },
  // The keys of other calls.
  { weight: 2, arbitrary: fc.constantFrom("one", "two", "three") },
  { weight: 1, arbitrary: fc.constantFrom("with a blank", "\u00e4", "k".repeat(256), "k".repeat(255)) },
);
const VALUES: Record<string, fc.Arbitrary<string>> = {
  "Idempotency-Key": KEYS,
  "If-Match": TAGS,
  "If-None-Match": TAGS,
};

/** The headers that make a call conditional or repeatable: mostly where the document has them, now and then elsewhere. */
export function toHeaders(parameters: readonly JsonObject[]): fc.Arbitrary<Headers> {
  const known = new Set(parameters.filter((each) => each.in === "header").map((each) => each.name));
  const fields = Object.entries(VALUES).map(([name, values]) => {
    const nil = { weight: known.has(name) ? 1 : 9, arbitrary: fc.constant(undefined) };
    const given = { weight: known.has(name) ? 2 : 1, arbitrary: values };
    return fc.oneof(nil, given).map((value): Headers => (value === undefined ? {} : { [name]: value }));
  });
  return fc.tuple(...fields).map((given) => Object.assign({}, ...given));
}

/** One in twenty callers has no credential, or a wrong one. */
export const toCredentials = ({ headers }: Caller): fc.Arbitrary<Headers> =>
  fc.oneof(
    { weight: 19, arbitrary: fc.constant(headers) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Headers>(
        {},
        { "X-API-Key": "prn_1_wrong" },
        { Authorization: "Bearer wrong" },
      ),
    },
  );
