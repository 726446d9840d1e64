import { z } from "zod";
import { hasMailServer } from "~/features/mail/mail-transport.server";
import { findMail, listMails, type MailRow } from "~/features/mail/mails.repo.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { fileRoute, pageLoader } from "~/http/faces.server";
import { pageId } from "~/http/page-fields";
import { notFound } from "~/http/problem";

const MAILS_SHOWN = 100;

const params = z.object({ mailId: pageId });

async function getMail(shopId: number, { mailId }: { mailId: number }): Promise<MailRow> {
  const mail = await findMail(shopId, mailId);
  if (!mail) throw notFound("There is no such mail in this shop.");
  return mail;
}

const readMails = defineEndpoint({
  operationId: "readMails",
  summary: "The newest mails of the shop and what became of them",
  method: "GET",
  access: { staff: "owner" },
  handler: async ({ principal: { shop }, context: { now } }) => ({
    now,
    hasServer: hasMailServer(),
    mails: await listMails(shop.id, MAILS_SHOWN),
  }),
});

const readMail = defineEndpoint({
  operationId: "readMail",
  summary: "One mail, with its text while it is kept",
  method: "GET",
  access: { staff: "owner" },
  params,
  handler: async ({ principal: { shop }, params: given, context: { now } }) => {
    const { html, ...mail } = await getMail(shop.id, given);
    return { now, hasServer: hasMailServer(), mail: { ...mail, hasHtml: html !== null } };
  },
});

/**
 * A mail's HTML as a page of its own, as mail programs show it: no scripts, no forms, nothing fetched, an opaque origin.
 * Its styles are inline.
 */
const CLOSED =
  "default-src 'none'; img-src 'self' https:; style-src-attr 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'; sandbox allow-popups allow-top-navigation-by-user-activation";

const readMailHtml = defineEndpoint({
  operationId: "readMailHtml",
  summary: "A mail as HTML, closed off",
  method: "GET",
  access: { staff: "owner" },
  params,
  handler: async ({ principal: { shop }, params: given }) => {
    const { html } = await getMail(shop.id, given);
    if (html === null) throw notFound("What this mail said is not kept.");
    return new Response(html, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": CLOSED,
        "Referrer-Policy": "no-referrer",
      },
    });
  },
});

export const mailsLoader = pageLoader(readMails);
export const mailLoader = pageLoader(readMail);
export const mailHtmlDownload = fileRoute(readMailHtml);
