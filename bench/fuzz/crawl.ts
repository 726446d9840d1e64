import { setTimeout as wait } from "node:timers/promises";

const LINK = /href="(\/admin[^"#]*)/g;
/** Links that sign in or out, or switch the shop. */
const LEFT_OUT = /^\/admin\/(?:sign-|switch-shop)/;

/**
 * Opens the admin's pages as a browser without scripts would, from one link to the next: mainly pages of objects just
 * created. @param cookie of a session @param most how many pages at most
 * @returns how many were opened, and those answered with a 5xx
 */
export async function crawlAdmin(origin: string, cookie: string, most: number) {
  const known = new Set(["/admin/contracts"]);
  const wrong: string[] = [];
  let opened = 0;
  for (const path of known) {
    if (opened === most) break;
    const { status, text } = await open(origin + path, cookie);
    opened += 1;
    if (status >= 500) wrong.push(`${status} ${path}`);
    // A few of the pages that differ only in their query are enough.
    for (const [, link = ""] of text.matchAll(LINK)) {
      const found = link.replaceAll("&amp;", "&");
      if (!LEFT_OUT.test(found) && countOf(known, found) < 4) known.add(found);
    }
  }
  return { opened, wrong };
}

/** Opens a page; waits when the session's rate limit is reached. */
async function open(url: string, cookie: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { headers: { Cookie: cookie }, redirect: "manual" });
  const text = await response.text();
  if (response.status !== 429) return { status: response.status, text };
  await wait(1000 * Number(response.headers.get("retry-after") ?? 1));
  return open(url, cookie);
}

const toKind = (link: string): string => link.split("?")[0] ?? "";
const countOf = (known: Set<string>, link: string): number =>
  link.includes("?") ? [...known].filter((one) => toKind(one) === toKind(link)).length : 0;
