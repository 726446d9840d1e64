import { CURRENT } from "./callers";
import type { FuzzedRequest } from "./requests";

export type Answer = { status: number; type: string; text: string };
type Headers = Record<string, string>;

/**
 * Sends a request, with the tags that it asks for; and once more, if the call was carried out under an Idempotency-Key.
 *
 * @param own headers of a merchant, who may read every tag
 * @returns the answer, and that to the second call
 */
export async function send(
  origin: string,
  own: Headers,
  request: FuzzedRequest,
): Promise<{ answer: Answer; again?: Answer }> {
  const headers = { ...request.headers };
  for (const name of ["If-Match", "If-None-Match"])
    if (headers[name] === CURRENT) headers[name] = (await readTag(origin, own, request)) ?? "*";
  const ask = async (): Promise<Answer> => {
    const response = await fetch(origin + request.path, {
      method: request.method,
      body: request.body,
      headers: { ...headers, ...(request.body !== undefined && { "Content-Type": "application/json" }) },
      redirect: "manual",
    });
    return {
      status: response.status,
      type: response.headers.get("Content-Type") ?? "",
      text: await response.text(),
    };
  };
  const answer = await ask();
  const isRepeatable = request.operation.parameters.some(({ name }) => name === "Idempotency-Key");
  if (!isRepeatable || !headers["Idempotency-Key"] || answer.status >= 300) return { answer };
  return { answer, again: await ask() };
}

/** The tag of the contract that a call names; otherwise that of what is at its path. */
async function readTag(origin: string, headers: Headers, { path }: FuzzedRequest): Promise<string | null> {
  const url = new URL(path, origin);
  const contract = url.searchParams.get("contractId");
  const target = contract
    ? `/api/external/v2/subscription-contracts/contract-external/${encodeURIComponent(contract)}`
    : url.pathname.replace(/^\/apps\/\w+\/cp\/api\//, "/api/external/v2/");
  const response = await fetch(origin + target, { headers });
  await response.arrayBuffer();
  return response.headers.get("ETag");
}
