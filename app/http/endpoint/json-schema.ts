import { z } from "zod";

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 uses. Schemas with an `id` in their metadata become references
 * to `#/components/schemas/<id>` and are added to `components`.
 *
 * @param io what a caller sends (before defaults and transforms) or gets (after)
 */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output", components: JsonObject): JsonObject {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      const meta = z.globalRegistry.get(zodSchema);
      // A parameter's metadata describes it as the caller sees it, so it takes precedence over the type it is parsed
      // from.
      if (meta?.type) delete jsonSchema.anyOf;
      // A pattern only makes sense on strings; client generators fail on a number that has one.
      if ([jsonSchema.type].flat().some((type) => type === "integer" || type === "number"))
        delete jsonSchema.pattern;
      if (meta?.default !== undefined) jsonSchema.default = meta.default;
      if (Array.isArray(meta?.examples)) jsonSchema.examples = meta.examples;
    },
  }) as JsonObject;
  for (const [name, definition] of Object.entries(asObject($defs))) {
    const { id, ...rest } = asObject(definition);
    components[name] = relink(rest);
  }
  return asObject(relink(root));
}

/** Removes limits and patterns that only repeat type and format. */
function tidy(schema: Record<string, unknown>): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (["date-time", "uuid", "email"].includes(String(schema.format))) delete schema.pattern;
  // Clients must accept fields that are added later.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

function relink(value: Json): Json {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === "$ref" && typeof inner === "string"
        ? inner.replace("#/$defs/", "#/components/schemas/")
        : relink(inner),
    ]),
  );
}
