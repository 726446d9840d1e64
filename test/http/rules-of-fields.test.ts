import { expect, test } from "vitest";
import { z } from "zod";
import { endpointTable } from "~/api/endpoint-table";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { withRules } from "~/http/request/field-rules";
import { listPageEndpoints } from "../support/isolation/page-endpoints";

/** The parts of a schema's definition that hold other schemas, or rules. */
type Definition = {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  catchall?: z.core.$ZodType;
  checks?: z.core.$ZodCheck[];
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  transform?: (...given: unknown[]) => unknown;
};
const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

/** Whether a part of it can be wrong by itself: only then must a rule over it not wait for that part. */
function hasFields(schema: z.core.$ZodType | undefined): boolean {
  if (!schema) return false;
  const { type, shape = {}, element, in: first, innerType } = definitionOf(schema);
  const canBeWrong = (part: z.core.$ZodType): boolean => {
    const { type: kind, innerType: inner } = definitionOf(part);
    return inner ? canBeWrong(inner) : kind !== "unknown";
  };
  if (type === "object") return Object.values(shape).some(canBeWrong);
  if (type === "array") return hasFields(element);
  return hasFields(first ?? innerType);
}

/** Rules that zod would run only once every field is valid, by their place. */
function listLateRules(schema: z.core.$ZodType, place: string): string[] {
  const definition = definitionOf(schema);
  const { type, shape = {}, checks = [], in: first, out, left, right, element, innerType } = definition;
  const own = checks.filter(({ _zod: { def } }) => def.check === "custom" && !def.when && hasFields(schema));
  const isLateTransform =
    type === "pipe" && out && (definitionOf(out).transform?.length ?? 0) > 1 && hasFields(first);
  const inner: [z.core.$ZodType | undefined, string][] = [
    ...Object.entries(shape).map(([name, part]): [z.core.$ZodType, string] => [part, `${place}/${name}`]),
    ...(definition.options ?? []).map((part): [z.core.$ZodType, string] => [part, place]),
    [element ?? definition.valueType, `${place}/*`],
    ...[first, out, left, right, innerType, definition.catchall].map(
      (part): [z.core.$ZodType | undefined, string] => [part, place],
    ),
  ];
  return [
    ...own.map(() => `${place}: a rule`),
    ...(isLateTransform ? [`${place}: a transform that refuses`] : []),
    ...inner.flatMap(([part, where]) => (part ? listLateRules(part, where) : [])),
  ];
}

const inputs: [string, z.ZodType | undefined][] = [
  ...[
    ...endpointTable.flatMap(({ endpoints }) => endpoints),
    ...(await listPageEndpoints()).map(({ endpoint }) => endpoint),
  ].flatMap(({ operationId, params, query, body }): [string, z.ZodType | undefined][] => [
    [`${operationId} params`, params],
    [`${operationId} query`, query],
    [`${operationId} body`, body],
  ]),
  ...contractOperations.flatMap(({ staffForms, portalForms }) => [
    ...Object.entries<z.ZodType>(staffForms).map(([name, form]): [string, z.ZodType] => [
      `admin ${name}`,
      form,
    ]),
    ...Object.entries<{ body: z.ZodType }>(portalForms).map(([name, { body }]): [string, z.ZodType] => [
      `portal ${name}`,
      body,
    ]),
  ]),
];

test("no rule over several fields waits until every other field is valid", () => {
  const found = inputs.flatMap(([name, schema]) => (schema ? listLateRules(schema, name) : []));
  expect([...new Set(found)]).toEqual([]);
  expect(inputs.length).toBeGreaterThan(300);
});

test("rules that wait are found, wherever they stand", () => {
  const late = z.object({ a: z.string(), b: z.string() }).refine(() => false);
  const place = (schema: z.ZodType) => listLateRules(schema, "x");
  expect(place(late)).toEqual(["x: a rule"]);
  expect(place(z.object({ inner: z.array(late.optional()) }))).toEqual(["x/inner/*: a rule"]);
  expect(place(z.array(z.object({ a: z.string() })).superRefine(() => {}))).toEqual(["x: a rule"]);
  expect(
    place(
      z.intersection(
        z.object({ a: z.string() }).transform((given, _context) => given),
        z.unknown(),
      ),
    ),
  ).toEqual(["x: a transform that refuses"]);
  expect(place(z.object({ a: z.string().refine(() => true) }))).toEqual([]);
});

test("a rule runs when the fields it reads are valid, also beside fields that nobody asked for", () => {
  const schema = withRules(z.strictObject({ from: z.int(), to: z.int(), title: z.string() }), (rule) => [
    rule(["from", "to"], ({ from, to }) => (from > to ? [{ path: ["to"], message: "Ends before." }] : [])),
  ]);
  const refused = (given: unknown) =>
    schema.safeParse(given).error?.issues.map(({ code, path }) => [code, ...path]);
  expect(refused({ from: 2, to: 1, more: 1 })).toEqual([
    ["invalid_type", "title"],
    ["unrecognized_keys"],
    ["custom", "to"],
  ]);
  expect(refused({ from: "2", to: 1, title: "x" })).toEqual([["invalid_type", "from"]]);
  expect(refused(null)).toEqual([["invalid_type"]]);
  expect(schema.parse({ from: 1, to: 2, title: "x" })).toEqual({ from: 1, to: 2, title: "x" });
});
