import { z } from "zod";
import type { FieldError } from "~/lib/problem";
import { isJson, readBody } from "./body.server";
import { isBlank, listNames } from "./query-or-body";

/**
 * Parameters sent in a JSON body to a write that takes no body. Ignoring them would do something other than was asked
 * for, such as all instead of a part. Those also in the query, or named by `known` errors, are not reported again;
 * but one that a known error calls missing is in the wrong place.
 *
 * @returns the known errors and these
 * @throws ProblemError what `readBody` throws
 */
export async function withUnreadFields(
  request: Request,
  schema: z.ZodType,
  query: unknown,
  known: FieldError[],
): Promise<FieldError[]> {
  if (!(schema instanceof z.ZodObject) || !isJson(request)) return known;
  const body = await readBody(request, "json");
  const moved = withMisplaced(body, known);
  const named = listNames(moved);
  const unread = Object.keys(schema.shape).filter(
    (name) => !isBlank(body, name) && isBlank(query, name) && !named.has(name),
  );
  return [...moved, ...unread.map(toMisplaced)];
}

/** The errors, where those of missing parameters that the body has say that these are in the wrong place. */
export const withMisplaced = (body: unknown, errors: FieldError[]): FieldError[] =>
  errors.map((error) =>
    error.code === "missing" && error.parameter !== undefined && !isBlank(body, error.parameter)
      ? toMisplaced(error.parameter)
      : error,
  );

const toMisplaced = (name: string): FieldError => ({
  pointer: `/${name}`,
  code: "not_in_query",
  detail: "Send this as a parameter in the query.",
});
