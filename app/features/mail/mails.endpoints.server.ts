import { z } from "zod";
import { isLoopbackDomain } from "~/access/loopback-domain";
import { htmlResponse, staffHtmlRoute } from "~/http/endpoint/html-route.server";
import { MAIL_SECURITY } from "~/http/endpoint/security-headers.server";
import { staffPage, staffRead } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import { env } from "~/lib/env.server";
import { notFound } from "~/lib/problem";
import type { MailKind } from "./mail-kind";
import { hasMailServer } from "./mail-transport.server";
import { findMail, listMails, type MailRow } from "./mails.repo.server";

const MAILS_SHOWN = 100;

const params = z.object({ mailId: pageId });

async function getMail(shopId: number, { mailId }: { mailId: number }): Promise<MailRow> {
  const mail = await findMail(shopId, mailId);
  if (!mail) throw notFound("There is no such mail in this shop.");
  return mail;
}

/** Links into an account are only for its owner, who may also work in other shops. */
const PRIVATE_KINDS: readonly MailKind[] = ["sign_in_link", "password_reset", "staff_invitation"];
/** On a machine of their own, as with the demo shop, the owner can read every mail in the data folder anyway. */
const isOwnMachine =
  !env.TRUST_PROXY && env.HOST !== undefined && (env.HOST === "::1" || isLoopbackDomain(env.HOST));
const mayBeRead = ({ kind }: { kind: MailKind }): boolean =>
  !PRIVATE_KINDS.includes(kind) || (isOwnMachine && !hasMailServer());

/** A mail as HTML, in a sandbox. */
const readMailHtml = staffRead("readMailHtml", "owner", {
  params,
  handler: async ({ principal: { shop }, params: given }) => {
    const { html, ...mail } = await getMail(shop.id, given);
    if (html === null || !mayBeRead(mail)) throw notFound("What this mail said is not kept.");
    return htmlResponse(html, { headers: MAIL_SECURITY });
  },
});

export const mailsLoader = staffPage("readMails", "owner", {
  handler: async ({ principal: { shop }, context: { now } }) => ({
    now,
    hasServer: hasMailServer(),
    mails: await listMails(shop.id, MAILS_SHOWN),
  }),
});

/** One mail, with its text while it is kept. */
export const mailLoader = staffPage("readMail", "owner", {
  params,
  handler: async ({ principal: { shop }, params: given, context: { now } }) => {
    const { html, text, ...mail } = await getMail(shop.id, given);
    const isShown = mayBeRead(mail);
    return {
      now,
      hasServer: hasMailServer(),
      mail: { ...mail, isPrivate: !isShown, text: isShown ? text : null, hasHtml: isShown && html !== null },
    };
  },
});

export const mailHtmlDownload = staffHtmlRoute(readMailHtml);
