import { afterAll, beforeAll, beforeEach } from "vitest";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { env } from "~/lib/env.server";
import { createTestShop, insertContract, insertCustomer, type TestShop } from "../data/factories";
import { type ReceivedMail, startMailServer } from "../processes/mail-server";
import { resetDatabase } from "../setup/database";

export const PORTAL_PATH = "/apps/memberships/cp";

type PortalTestShop = { shop: TestShop; customerId: number; mails: ReceivedMail[] };

/**
 * For the calling file: before each test, an empty database except for a shop and its customer Ada Lovelace,
 * Ada@example.com, who has a contract. `mails` are those the app has sent since the test began.
 */
export function openBeanShop(): PortalTestShop {
  const shop = {} as PortalTestShop;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    server = await startMailServer();
    shop.mails = server.mails;
    env.SMTP_URL = server.url;
  });
  afterAll(() => {
    env.SMTP_URL = undefined;
    return server.stop();
  });
  beforeEach(async () => {
    shop.mails.length = 0;
    await resetDatabase();
    shop.shop = await createTestShop({ name: "Bean Shop" });
    shop.customerId = (await insertCustomer(shop.shop.id, { email: "Ada@example.com" })).id;
    await insertContract(shop.shop.id, { customerId: shop.customerId });
  });
  return shop;
}

type Asking = { headers?: Record<string, string>; address?: string; host?: string; method?: string };
const toRequest = (
  { shop }: TestShop,
  query: string,
  { headers, address = "192.0.2.7", host, method }: Asking,
  form?: object,
) => {
  const at = host ?? shop.storeDomain;
  const body = form && new URLSearchParams(form as Record<string, string>).toString();
  return new Request(`http://${at}${PORTAL_PATH}${query}`, {
    method: method ?? (form ? "POST" : "GET"),
    headers: {
      host: at,
      [PEER_ADDRESS_HEADER]: address,
      ...(body !== undefined && {
        origin: `http://${at}`,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
      }),
      ...headers,
    },
    body,
  });
};

/** Opens an address of the shop's portal, by default on the shop's own host. */
export const visit = (shop: TestShop, query = "", asking: Asking = {}) =>
  portalLoader({ request: toRequest(shop, query, asking), params: {}, context: {} });
/** Sends a form there. */
export const post = (shop: TestShop, query: string, form: Record<string, string> = {}, asking: Asking = {}) =>
  portalAction({ request: toRequest(shop, query, asking, form), params: {}, context: {} });

export const titleOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];
export const read = async (response: Response) => [response.status, titleOf(await response.text())];
/** Target of the page's first form. */
export const actionOf = (html: string) =>
  /<form method="post" action="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
export const linkIn = (text = "") => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
