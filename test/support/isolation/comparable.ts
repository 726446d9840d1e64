/** A text without what was sent, as written or encoded: answers to two ids can then be compared. */
export const withoutSent = (text: string, sent: readonly string[]): string =>
  [...sent, ...sent.map(encodeURIComponent)].reduce((rest, part) => rest.replaceAll(part, "<sent>"), text);

/**
 * Everything that whoever asks could tell two answers apart by, but what is new in each (the number of the request, the
 * nonce, how many calls are left) and what they sent themselves.
 */
export async function readComparable(
  response: Response,
  sent: readonly string[],
): Promise<{ status: number; text: string }> {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? "none";
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "none";
  const told = [...headers].filter(([name]) => !/^(ratelimit.*|content-length)$/.test(name));
  const text = [...told.flat(), await response.text()].join("\n");
  return { status, text: withoutSent(text, [requestId, nonce, ...sent]) };
}
