import { randomUUID } from "node:crypto";
import { CURRENT } from "./headers";
import type { FuzzedRequest } from "./requests";

export type Answer = { status: number; type: string; text: string; etag: string | null };
type Headers = Record<string, string>;
/** Asks the app for a path, as `fetch` does. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/**
 * Sends a request, with the tags that it asks for. After a success what must follow is sent, too: a read with the tag
 * just got, a call with its Idempotency-Key once more and as another call, and two at once under a new key.
 *
 * @param own headers of a merchant, who may read every tag
 * @returns all answers, and what is wrong between them, as sentences
 */
export async function send(
  fetchPath: Fetch,
  own: Headers,
  request: FuzzedRequest,
): Promise<{ answers: Answer[]; notes: string[] }> {
  const headers = { ...request.headers };
  for (const name of ["If-Match", "If-None-Match"])
    if (headers[name] === CURRENT) headers[name] = (await readTag(fetchPath, own, request)) ?? "*";
  const ask = async (more: Headers = {}, path = request.path): Promise<Answer> => {
    const response = await fetchPath(path, {
      method: request.method,
      body: request.body,
      headers: {
        ...headers,
        ...(request.body !== undefined && { "Content-Type": "application/json" }),
        ...more,
      },
      redirect: "manual",
    });
    return {
      status: response.status,
      type: response.headers.get("Content-Type") ?? "",
      text: await response.text(),
      etag: response.headers.get("ETag"),
    };
  };
  const first = await ask();
  if (first.status >= 300) return { answers: [first], notes: [] };
  if (request.method === "GET") {
    if (!first.etag) return { answers: [first], notes: [] };
    const known = await ask({ "If-None-Match": first.etag });
    // Another tag: it has changed meanwhile.
    const isWrong = known.status !== 304 && known.etag === first.etag;
    return {
      answers: [first, known],
      notes: isWrong ? [`its own tag is answered with ${known.status}, not 304`] : [],
    };
  }
  if (!request.operation.parameters.some(({ name }) => name === "Idempotency-Key"))
    return { answers: [first], notes: [] };
  const both = { "Idempotency-Key": randomUUID() };
  const answers = [first, ...(await Promise.all([ask(both), ask(both)]))];
  const notes: string[] = [];
  const [, one, two] = answers;
  if (one && two && one.status < 300 && two.status < 300 && one.text !== two.text)
    notes.push(`the same call at once is answered otherwise: ${two.text.slice(0, 200)}`);
  if (headers["Idempotency-Key"]) {
    const again = await ask();
    const other = await ask({}, `${request.path}${request.path.includes("?") ? "&" : "?"}other=1`);
    answers.push(again, other);
    if (again.status !== first.status || again.text !== first.text)
      notes.push(`the same call again is answered otherwise: ${again.status} ${again.text.slice(0, 200)}`);
    if (other.status !== 422) notes.push(`another call with its key is answered with ${other.status}`);
  }
  return { answers, notes };
}

/** The tag of the contract that a call names; otherwise that of what is at its path. */
async function readTag(fetchPath: Fetch, headers: Headers, { path }: FuzzedRequest): Promise<string | null> {
  const url = new URL(path, "http://localhost");
  const contract = url.searchParams.get("contractId");
  const target = contract
    ? `/api/external/v2/subscription-contracts/contract-external/${encodeURIComponent(contract)}`
    : url.pathname.replace(/^\/apps\/\w+\/cp\/api\//, "/api/external/v2/");
  const response = await fetchPath(target, { headers });
  await response.arrayBuffer();
  return response.headers.get("ETag");
}
