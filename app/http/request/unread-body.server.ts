import { z } from "zod";
import { isJson, readBody } from "~/http/request/body.server";
import { isBlank, listNames } from "~/http/request/query-or-body";
import type { FieldError } from "~/lib/problem";

/**
 * Parameters sent in a JSON body to a write that takes no body. Ignoring them would do something other than was asked
 * for, such as all instead of a part. Those also in the query, or named by `known` errors, are not reported again.
 * @throws ProblemError what `readBody` throws
 */
export async function findUnreadFields(
  request: Request,
  schema: z.ZodType,
  query: unknown,
  known: readonly FieldError[],
): Promise<FieldError[]> {
  if (!(schema instanceof z.ZodObject) || !isJson(request)) return [];
  const body = await readBody(request, "json");
  const named = listNames(known);
  return Object.keys(schema.shape)
    .filter((name) => !named.has(name) && !isBlank(body, name) && isBlank(query, name))
    .map((name) => ({
      pointer: `/${name}`,
      code: "not_in_query",
      detail: "Send this as a parameter in the query.",
    }));
}
