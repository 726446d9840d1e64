import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import type { TestShop } from "../data/factories";
import { pageRequest } from "./pages";
import { customerToken } from "./portal";

const PATH = "/apps/memberships/cp";

/** What browsers add when somebody clicks on a page of the same origin (Fetch Metadata). */
const CLICK = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };

export type PortalAnswer = { status: number; headers: Headers; html: string };

/** A customer's browser without scripts: it opens addresses, follows links and sends forms as they are on the page. */
export async function openPortal(shop: TestShop, customerId: number, language = "en-US") {
  const token = await customerToken(shop, customerId);
  async function ask(
    query: string,
    form?: Record<string, string>,
    { method, headers = {} }: { method?: "HEAD"; headers?: Record<string, string> } = {},
  ): Promise<PortalAnswer> {
    const parameters = new URLSearchParams(query);
    if (!parameters.has("token")) parameters.set("token", token);
    const sent = pageRequest(`${PATH}?${parameters}`, { form });
    const request = method ? new Request(sent, { method }) : sent;
    request.headers.set("accept-language", language);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    const response = await (form ? portalAction : portalLoader)({ request, params: {}, context: {} });
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
  const follow = (answer: PortalAnswer) => ask((answer.headers.get("Location") ?? "").slice(1));
  return {
    token,
    /** Opens an address, as a link in a mail does. */
    get: (query: Record<string, string | number> = {}, headers: Record<string, string> = {}) =>
      ask(toText(query), undefined, { headers }),
    /** Follows a link on a page of the portal. */
    click: (query: Record<string, string | number> = {}) => ask(toText(query), undefined, { headers: CLICK }),
    head: (query: Record<string, string | number> = {}) =>
      ask(toText(query), undefined, { method: "HEAD", headers: CLICK }),
    /** Sends a form by hand: what an outdated or forged page might send. */
    post: (query: Record<string, string | number>, form: Record<string, string>) => ask(toText(query), form),
    follow,
    /** Presses the form's button with this label, with the values filled in, and follows the redirect. */
    async press(page: PortalAnswer, label: string, filled: Record<string, string> = {}) {
      const form = listForms(page.html).find(({ button }) => button === label);
      if (!form) throw new Error(`no form with a button "${label}" in ${page.html}`);
      const answer = await ask(form.action, { ...form.fields, ...filled });
      return answer.status === 303 ? follow(answer) : answer;
    },
  };
}

const toText = (query: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

const unescapeMarkup = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const attribute = (tag: string, name: string): string =>
  unescapeMarkup(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** The POST forms of a page: target, fields, and label of the button. */
export function listForms(html: string) {
  return [...html.matchAll(/<form[^>]*method="post"[^>]*>.*?<\/form>/gs)].map(([form]) => ({
    action: attribute(form, "action").slice(1),
    button: unescapeMarkup(/<button[^>]*>([^<]*)<\/button>/.exec(form)?.[1] ?? ""),
    fields: Object.fromEntries(
      [...form.matchAll(/<input[^>]*>/g)]
        .filter(([tag]) => !/type="(radio|checkbox)"/.test(tag) || tag.includes("checked"))
        .map(([tag]) => [attribute(tag, "name"), attribute(tag, "value")]),
    ),
  }));
}

/** Targets of the page's links and forms within the portal. */
export const listTargets = (html: string): URLSearchParams[] =>
  [...html.matchAll(/\s(?:href|action)="\?([^"]*)"/g)].map(
    ([, query = ""]) => new URLSearchParams(unescapeMarkup(query)),
  );

/** The text that a reader sees. */
export const toPlainText = (html: string): string =>
  unescapeMarkup(
    html
      .replace(/<head>.*<\/head>/s, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " "),
  ).trim();
