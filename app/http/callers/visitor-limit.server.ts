import { toAddressKey } from "~/access/address-key";
import { requireStorableUrl } from "~/http/request/field-errors";
import type { RequestContext } from "~/http/request/request-context.server";
import { ProblemError } from "~/lib/problem";
import { examinePortalToken, readPortalToken } from "./authenticate-customer.server";
import { requireWithinRateLimit } from "./rate-limit.server";
import { findSigned } from "./signed-request.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** The visit that this request is: absent until it is counted, null if it may go on. */
    visit?: { refusal?: ProblemError | null };
  }
}

/**
 * Counts a request of somebody unknown by address, once: a page and the layout around it both ask for it, and both are
 * refused.
 * @throws ProblemError 429 with Retry-After
 */
export function requireStrangerWithinLimit({ visit, clientAddress, receivedAt }: RequestContext): void {
  if (visit.refusal === undefined) {
    visit.refusal = null;
    try {
      requireWithinRateLimit(toAddressKey(clientAddress), receivedAt.getTime(), null);
    } catch (error) {
      if (error instanceof ProblemError) visit.refusal = error;
      throw error;
    }
  }
  if (visit.refusal) throw visit.refusal;
}

/**
 * Counts a visit of a page: by the customer of its portal link or of the platform's signature, else by address.
 * Visitors without a name behind the platform's proxy are not counted: all of a shop have the proxy's address
 * (docs/decisions/145-pages-of-customers-are-limited.md).
 *
 * @param counts images apart from pages: their addresses name no customer, so everybody behind one router shares them
 * @throws ProblemError 429 with Retry-After; 400 for a URL, and 401 for a signature, that no page takes
 */
export async function requireVisitorWithinLimit(
  context: RequestContext,
  counts: "page" | "image" = "page",
): Promise<void> {
  // The endpoints of the page do not count it again.
  context.visit.refusal = null;
  const prefix = counts === "image" ? "image " : "";
  const count = (who: string) => requireWithinRateLimit(prefix + who, context.receivedAt.getTime(), null);
  const address = toAddressKey(context.clientAddress);
  let visitor: string | null;
  try {
    requireStorableUrl(context.url);
    visitor = await findVisitor(context, address);
  } catch (error) {
    // Refused visits count, too; faults of the database do not.
    if (error instanceof ProblemError) count(address);
    throw error;
  }
  if (visitor !== null) count(visitor);
}

async function findVisitor(context: RequestContext, address: string): Promise<string | null> {
  const signed = await findSigned(context);
  const token = readPortalToken(context);
  const found = token === null ? null : await examinePortalToken(token, context);
  // Not by a link that is over: whoever finds one would use up its customer's visits.
  if (found?.state === "open") return `${found.row.shop.id}/${found.row.customerId}`;
  if (!signed) return address;
  return signed.customerId === null ? null : `${signed.shop.id}/${signed.customerId}`;
}
