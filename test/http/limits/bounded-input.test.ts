import { expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import { acceptReferral } from "~/features/referrals/joining/acceptance.endpoints.server";
import type { Json, JsonObject } from "~/http/endpoint/json-schema";
import { findUnfit, toFieldErrors, toPointer } from "~/http/request/field-errors";
import { askJson, sendJson } from "../../support/calls/json-endpoints";
import { dig, fetchOpenApiDocument } from "../../support/calls/openapi";
import { ACCEPT_PATH } from "../../support/data/referrals";

// The input never decides how much work is done for it.

const NUL = "\0";

test("text that cannot be stored is named a hundred times at most, and never by a whole long name", () => {
  const errors = findUnfit({ ["k".repeat(300_000)]: Array(80_000).fill(NUL) }, "body");
  expect(errors).toHaveLength(100);
  expect(errors.map(({ pointer }) => pointer).join("").length).toBeLessThan(20_000);
});

test("a pointer has at most 100 characters of each name, and 500 in all", () => {
  expect(toPointer(["a/b", "k".repeat(101), 3])).toBe(`/a~1b/${"k".repeat(100)}…/3`);
  expect(toPointer(["k".repeat(100)])).toBe(`/${"k".repeat(100)}`);
  expect(toPointer(["~".repeat(300_000)])).toBe(`/${"~0".repeat(100)}…`);
  expect(toPointer(Array(9).fill("k".repeat(90)))).toHaveLength(501);
  // Half an emoji is no text.
  expect(toPointer([`${"k".repeat(99)}🌱`])).toBe(`/${"k".repeat(99)}…`);
});

test("a value of more than 100,000 values is refused as a whole, wherever they stand", () => {
  const nested = { lists: Array(1000).fill(Array(100).fill({})) };
  for (const many of [Array(100_001).fill(1), Array(50_001).fill([1]), nested])
    expect(findUnfit(many, "body")).toEqual([
      { pointer: "", code: "too_many", detail: "Holds more than 100000 values." },
    ]);
  const names = Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [index, null]));
  expect(findUnfit(names, "body")).toMatchObject([{ code: "too_many" }]);
  expect(findUnfit(Array(100_000).fill(1), "body")).toEqual([]);
});

test("200 levels are taken, one more is refused, whatever stands in it", () => {
  const nest = (levels: number, inside: unknown): unknown =>
    levels === 0 ? inside : [nest(levels - 1, inside)];
  for (const inside of [1, [], NUL, {}]) {
    const levels = typeof inside === "object" ? 200 : 201;
    expect(findUnfit(nest(levels, inside), "body")).toEqual([
      { pointer: "", code: "too_deep", detail: "Nested more than 200 levels deep." },
    ]);
  }
  expect(findUnfit(nest(200, 1), "body")).toEqual([]);
});

test("a large body of unfit text under a long name, from anybody, gets a small answer", async () => {
  const body = { ["k".repeat(300_000)]: Array(80_000).fill(NUL) };
  const response = await askJson(acceptReferral, ACCEPT_PATH, { method: "POST", ...sendJson(body) });
  expect(response.status).toBe(400);
  expect((await response.text()).length).toBeLessThan(100_000);
});

/** An array in a body: its schema, its pointer, and a body that has such a value there. */
type FoundArray = { schema: JsonObject; pointer: string; put(value: unknown): unknown };

const ANY_NAME = "1";

function findArrays(
  document: JsonObject,
  schema: Json | undefined,
  found: Omit<FoundArray, "schema">,
): FoundArray[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  const { $ref, type, items, properties, additionalProperties } = schema;
  const { pointer, put } = found;
  if (typeof $ref === "string")
    return findArrays(document, dig(document, ...$ref.slice(2).split("/")), found);
  const within = (name: string, inner: Json | undefined, wrap: (value: unknown) => unknown) =>
    findArrays(document, inner, { pointer: `${pointer}/${name}`, put: (value) => put(wrap(value)) });
  const named = {
    ...(properties as JsonObject | undefined),
    ...(additionalProperties && { [ANY_NAME]: additionalProperties }),
  };
  return [
    ...([type].flat().includes("array") ? [{ schema, ...found }] : []),
    ...within("0", items, (value) => [value]),
    ...Object.entries(named).flatMap(([name, inner]) => within(name, inner, (value) => ({ [name]: value }))),
    ...["anyOf", "oneOf", "allOf"].flatMap((kind) =>
      ((schema[kind] as Json[] | undefined) ?? []).flatMap((inner) => findArrays(document, inner, found)),
    ),
  ];
}

test("every array in a body that is documented has a limit, and is measured before its elements are looked at", async () => {
  const document = await fetchOpenApiDocument();
  const seen: string[] = [];
  for (const { path, endpoints, isDocumented } of endpointTable)
    for (const { method, operationId, body } of isDocumented ? endpoints : []) {
      if (!body) continue;
      const sent = dig(
        document,
        "paths",
        path,
        method.toLowerCase(),
        "requestBody",
        "content",
        "application/json",
        "schema",
      );
      for (const { schema, pointer, put } of findArrays(document, sent, {
        pointer: "",
        put: (value) => value,
      })) {
        const place = `${operationId} ${pointer}`;
        seen.push(place);
        expect([place, schema.maxItems]).toEqual([place, expect.any(Number)]);
        for (const element of [1, {}, null]) {
          const wrong = put(Array(Number(schema.maxItems) + 1).fill(element));
          const { error } = await body.safeParseAsync(wrong);
          const errors = error ? toFieldErrors(error, "body", wrong) : [];
          const ofArray = errors.filter(
            (each) => each.pointer === pointer || each.pointer?.startsWith(`${pointer}/`),
          );
          expect([place, ofArray.map((each) => [each.pointer, each.code])]).toEqual([
            place,
            [[pointer, "too_big"]],
          ]);
        }
      }
    }
  expect(seen).toEqual(expect.arrayContaining(["updateBundling /0/sourceProducts/0/addSubProductIds"]));
});
