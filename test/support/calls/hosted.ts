import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import type { TestShop } from "../data/factories";
import { pageRequest } from "./pages";
import { customerToken } from "./portal";
import { listForms, type PortalAnswer } from "./portal-pages";

const PATH = "/apps/memberships/cp";

/**
 * A customer's browser that also visits the test gateway's pages and comes back: it follows every redirect, and knows
 * only what is in the addresses.
 */
export async function openPayingBrowser(shop: TestShop, customerId: number, token?: string) {
  const own = token ?? (await customerToken(shop, customerId));
  const visited: URL[] = [];
  async function ask(query: string, form?: Record<string, string>): Promise<PortalAnswer> {
    const parameters = new URLSearchParams(query);
    parameters.set("shop", shop.shop.storeDomain);
    visited.push(new URL(`${PATH}?${parameters}`, "http://localhost"));
    const request = pageRequest(`${PATH}?${parameters}`, { form });
    request.headers.set("accept-language", "en-US");
    const response = await (form ? portalAction : portalLoader)({ request, params: {}, context: {} });
    const location = response.headers.get("Location");
    // Other gateways' pages cannot be followed.
    if (response.status === 303 && location && !location.startsWith("https://checkout."))
      return ask(location.slice(location.indexOf("?") + 1));
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
  return {
    token: own,
    /** Every address so far, the newest last. */
    visited,
    visit: (query: Record<string, string | number>, as: { token: string | null } = { token: own }) =>
      ask(
        new URLSearchParams({
          ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
          ...(as.token !== null && { token: as.token }),
        }).toString(),
      ),
    /** Presses a button of the page, with the values filled in. */
    async press(page: PortalAnswer, label: string, filled: Record<string, string> = {}) {
      const form = listForms(page.html).find(({ button }) => button === label);
      if (!form) throw new Error(`no form with a button "${label}" in ${page.html}`);
      return ask(form.action, { ...form.fields, ...filled });
    },
    at: () => visited.at(-1)?.searchParams ?? new URLSearchParams(),
  };
}
