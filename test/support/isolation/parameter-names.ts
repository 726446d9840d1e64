import { z } from "zod";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Names of all fields, at any depth. */
function listFields(schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const own = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values(schema).flatMap(listFields)];
}

const write = (schema: z.ZodType | undefined): Record<string, unknown> =>
  schema ? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) : {};

/** The names that an endpoint declares in the path, in the query (and which of them are required) and in the body. */
export function listNames({ params, query, body }: Pick<Endpoint, "params" | "query" | "body">) {
  const ofQuery = write(query);
  return {
    params: listFields(write(params)),
    query: listFields(ofQuery),
    required: Array.isArray(ofQuery.required) ? ofQuery.required.map(String) : [],
    body: listFields(write(body)),
  };
}
