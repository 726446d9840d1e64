/** A text without the values sent, plain or encoded: answers to two ids can then be compared. */
export const withoutSent = (text: string, sent: readonly string[]): string =>
  [...sent, ...sent.map(encodeURIComponent)].reduce((rest, part) => rest.replaceAll(part, "<sent>"), text);

/**
 * Everything by which a caller could distinguish two answers, except parts that are new in each (the request's id, the
 * nonce, the number of calls left) and values that they sent themselves.
 */
export async function readComparable(
  response: Response,
  sent: readonly string[],
): Promise<{ status: number; text: string }> {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? "none";
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "none";
  const comparedHeaders = [...headers].filter(([name]) => !/^(ratelimit.*|content-length)$/.test(name));
  const text = [...comparedHeaders.flat(), await response.text()].join("\n");
  return { status, text: withoutSent(text, [requestId, nonce, ...sent]) };
}
