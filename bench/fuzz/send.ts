import { randomUUID } from "node:crypto";
import { CURRENT } from "./headers";
import type { FuzzedRequest } from "./requests";

export type Answer = { status: number; type: string; text: string; etag: string | null };
type Headers = Record<string, string>;
/** Asks the app for a path, as `fetch` does. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;
type Sent = { answers: Answer[]; notes: string[] };
/** Sends the request again with further headers, or changed. */
type Ask = (more?: Headers, changed?: { path?: string; body?: string }) => Promise<Answer>;

/**
 * Sends a request, with the tags that it asks for. After a success what must follow is sent, too: a read with the tag
 * just got, a write with the tag that it has overtaken, a call with its Idempotency-Key once more, with another query and
 * with another body, and two at once under a new key.
 *
 * @param own headers of a merchant, who may read every tag
 * @returns all answers, and what is wrong between them, as sentences
 */
export async function send(fetchPath: Fetch, own: Headers, request: FuzzedRequest): Promise<Sent> {
  const known = new Set(request.operation.parameters.map(({ name }) => name));
  const before = known.has("If-Match") ? await readTag(fetchPath, own, request) : null;
  const headers = { ...request.headers };
  for (const name of ["If-Match", "If-None-Match"])
    if (headers[name] === CURRENT)
      headers[name] = (name === "If-Match" ? before : await readTag(fetchPath, own, request)) ?? "*";
  const ask: Ask = async (more = {}, { path = request.path, body = request.body } = {}) => {
    const response = await fetchPath(path, {
      method: request.method,
      body,
      headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }), ...more },
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
  const sent: Sent = { answers: [first], notes: [] };
  if (first.status >= 300) return sent;
  if (request.method === "GET") {
    await askWithItsTag(ask, first, sent);
    return sent;
  }
  const after = before && (await readTag(fetchPath, own, request));
  // Without one it is gone: 404.
  if (before && after && after !== before) await askWithOvertaken(ask, before, sent);
  if (!known.has("Idempotency-Key")) return sent;
  if (headers["Idempotency-Key"]) await askUnderItsKey(ask, first, request, sent);
  await askTwiceAtOnce(ask, sent);
  return sent;
}

async function askWithItsTag(ask: Ask, { etag }: Answer, { answers, notes }: Sent): Promise<void> {
  if (!etag) return;
  const known = await ask({ "If-None-Match": etag });
  answers.push(known);
  // Another tag: it has changed meanwhile.
  if (known.status !== 304 && known.etag === etag)
    notes.push(`its own tag is answered with ${known.status}, not 304`);
}

/** The tag was read just before the write. */
async function askWithOvertaken(ask: Ask, tag: string, { answers, notes }: Sent): Promise<void> {
  // A key of its own: under the first one the answer would be the first one's.
  const stale = await ask({ "If-Match": tag, "Idempotency-Key": randomUUID() });
  answers.push(stale);
  if (stale.status !== 412)
    notes.push(`the tag that it has overtaken is answered with ${stale.status}, not 412`);
}

async function askUnderItsKey(
  ask: Ask,
  first: Answer,
  { path, body, otherBody }: FuzzedRequest,
  { answers, notes }: Sent,
): Promise<void> {
  const again = await ask();
  const otherPath = `${path}${path.includes("?") ? "&" : "?"}other=1`;
  const other = await ask({}, { path: otherPath });
  answers.push(again, other);
  if (again.status !== first.status || again.text !== first.text)
    notes.push(`the same call again is answered otherwise: ${again.status} ${again.text.slice(0, 200)}`);
  if (other.status !== 422) notes.push(`another query with its key is answered with ${other.status}`);
  if (otherBody === undefined || otherBody === body) return;
  const ofOtherBody = await ask({}, { body: otherBody });
  answers.push(ofOtherBody);
  // 400: not every body that is made is a valid one, and that is found first.
  if (ofOtherBody.status !== 422 && ofOtherBody.status !== 400)
    notes.push(
      `another body with its key is answered with ${ofOtherBody.status}: ${otherBody.slice(0, 200)}`,
    );
}

async function askTwiceAtOnce(ask: Ask, { answers, notes }: Sent): Promise<void> {
  const key = { "Idempotency-Key": randomUUID() };
  const [one, two] = await Promise.all([ask(key), ask(key)]);
  answers.push(one, two);
  if (one.status < 300 && two.status < 300 && one.text !== two.text)
    notes.push(`the same call at once is answered otherwise: ${two.text.slice(0, 200)}`);
}

/** The tag of what a request is about. */
async function readTag(
  fetchPath: Fetch,
  headers: Headers,
  { readAt }: FuzzedRequest,
): Promise<string | null> {
  const response = await fetchPath(readAt, { headers });
  await response.arrayBuffer();
  return response.headers.get("ETag");
}
