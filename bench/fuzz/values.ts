import fc from "fast-check";
import type { Json, JsonObject } from "~/http/endpoint/json-schema";
import { kindOf } from "../../test/support/isolation/calls-with-ids";
import type { Ids } from "../../test/support/isolation/ids-of-a-shop";
import { resolve, toList, toObject } from "./document";

/** Ids of existing things, as callers write them: most requests should find something. */
export type Known = Partial<Record<keyof Ids, readonly string[]>>;
/** @param path the operation's, which tells what its `id` is of */
type Source = { document: JsonObject; known: Known; path: string };

const MOST_DEPTH = 4;
const ODD = [
  ..."\0 0 -1 1 9007199254740993 null true 2026-02-30 2026-11-24T00:00:00Z % ' [] {} 1e400 gid://platform/SubscriptionContract/1".split(
    " ",
  ),
  "",
  "a\0b",
  "9".repeat(40),
];
const SOON = { min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true };
const instants = fc.oneof(
  { weight: 5, arbitrary: fc.date(SOON) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }) },
);

/** Values of a schema, one in twenty invalid. @param name of the field or parameter, which tells what its ids are of */
export function toValues(source: Source, raw: Json | undefined, name = "", depth = 0): fc.Arbitrary<Json> {
  const schema = resolve(source.document, raw);
  const inner = (value: Json | undefined, of = name) => toValues(source, value, of, depth + 1);
  const ids = toIds(source, name);
  const any: fc.Arbitrary<Json> = fc.oneof(
    fc.constantFrom(...ODD),
    fc.string({ maxLength: 12 }),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, [], {}),
  );
  if (depth > MOST_DEPTH) return any;
  const choices = toList(schema.enum ?? schema.anyOf ?? schema.oneOf);
  const toGood = (): fc.Arbitrary<Json> => {
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...choices);
    if (choices.length > 0) return fc.oneof(...choices.map((choice) => inner(choice)));
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case "array":
        return fc.array(inner(schema.items), { maxLength: 3 });
      case "object":
        return toObjects(schema, toIds(source, name), inner);
      case "integer":
        return toIntegers(schema, ids);
      case "number":
        return fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
      case "boolean":
        return fc.boolean();
      default:
        return toTexts(schema, ids);
    }
  };
  return fc.oneof({ weight: 19, arbitrary: toGood() }, { weight: 1, arbitrary: any });
}

type Choice = { isNamed: boolean; of: fc.Arbitrary<string> };

/** Ids of what the name says, now and then of anything else. */
function toIds({ known, path }: Source, name: string): Choice {
  const all = fc.constantFrom(...Object.values(known).flat());
  const kind = kindOf(name, path);
  const named = (kind && known[kind]) ?? [];
  if (named.length === 0) return { isNamed: false, of: all };
  const weighed = fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...named) },
    { weight: 1, arbitrary: all },
  );
  return { isNamed: true, of: weighed };
}

/** With the fields that the schema lists, or with any ids as their names. */
function toObjects(
  { properties, required, additionalProperties }: JsonObject,
  ids: Choice,
  inner: (value: Json | undefined, of?: string) => fc.Arbitrary<Json>,
): fc.Arbitrary<JsonObject> {
  const names = Object.keys(toObject(properties));
  if (names.length === 0) return fc.dictionary(ids.of, inner(additionalProperties), { maxKeys: 3 });
  const fields = Object.fromEntries(names.map((name) => [name, inner(toObject(properties)[name], name)]));
  const requiredKeys = toList(required)
    .map(String)
    .filter((name) => names.includes(name));
  return fc.record(fields, { requiredKeys });
}

function toIntegers({ minimum, maximum }: JsonObject, ids: Choice): fc.Arbitrary<Json> {
  const least = Number(minimum ?? 0);
  const small = fc.integer({ min: least, max: Math.min(Number(maximum ?? 50), least + 50) });
  return fc.oneof(
    // A known number that is none, such as a line's, is sent as the text that it is.
    {
      weight: ids.isNamed ? 12 : 1,
      arbitrary: ids.of.map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : id)),
    },
    { weight: ids.isNamed ? 1 : 12, arbitrary: small },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
  );
}

function toTexts({ format, pattern, example }: JsonObject, ids: Choice): fc.Arbitrary<Json> {
  if (format === "date-time") return instants.map((date) => date.toISOString());
  if (format === "date") return instants.map((date) => date.toISOString().slice(0, 10));
  const fitting: fc.Arbitrary<Json> =
    typeof pattern === "string"
      ? fc.stringMatching(new RegExp(pattern, "u"))
      : example === undefined
        ? ids.of
        : fc.constant(example);
  return fc.oneof(
    { weight: 12, arbitrary: ids.isNamed ? ids.of : fitting },
    { weight: 1, arbitrary: fc.oneof(ids.of, fc.constantFrom(...ODD)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
}
