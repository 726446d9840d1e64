import { toNameIn } from "~/access/customer-name";
import { findShopSettings } from "~/access/shops.repo.server";
import { queueMail } from "~/features/mail/mail.service.server";
import type { MailKind } from "~/features/mail/mail-kind";
import { type MailSetting, toCustomersSetting } from "~/features/mail/mail-theme.server";
import { insertNotice, saveSentAs } from "~/features/notice-settings/notice-log.repo.server";
import { kindsBy, type NoticeSettings } from "~/features/notice-settings/notice-settings";
import { findNoticeSettings, readTemplate } from "~/features/notice-settings/notice-settings.repo.server";
import {
  isReminder,
  type NoticeChannel,
  type NoticeKind,
  type NoticeReason,
} from "~/features/notice-settings/rules/notice-kinds";
import type { VariableValues } from "~/features/notice-settings/rules/notice-template";
import { mintPortalToken, toPortalLink } from "~/features/portal-links/portal-links.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { queueText } from "~/features/text-messages/text-messages.service.server";
import { onShopClock, type RealTime } from "~/lib/clocks";
import type { TaskPayload } from "~/queue/task-payloads";
import type { Queryable } from "~db/client.server";
import { NOTICE_CHANNELS } from "~db/schema/notice-enums";
import { inTransaction } from "~db/transaction.server";
import { findPhone } from "./customer-phone.server";
import { findAttempt, findSubject, type NoticeSubject, saveCreatedStatus } from "./notices.repo.server";
import { findOrderContents } from "./order-contents.service.server";
import { findReason, toCreatedStatus } from "./reasons";
import { toStopUrl } from "./stop-link.server";
import { toNoticeMail, toNoticeText, toValues } from "./write-notice.server";

/** A notice to write, with everything it is about. */
type Draft = {
  wanted: Pick<TaskPayload<"write-notice">, "shopId" | "contractId" | "cause" | "at"> & { kind: NoticeKind };
  subject: NoticeSubject;
  setting: MailSetting;
  values: VariableValues;
  /** For mails: its key, its kind, and where its link leads. */
  mail: {
    dedupeKey: string;
    kind: MailKind;
    issuer: string;
    toLink: (token: string) => string;
  };
  realNow: RealTime;
};
/** Queues the notice in the transaction. @returns the id of its mail or text message */
type Send = (tx: Queryable) => Promise<Parameters<typeof saveSentAs>[3]>;
/** Prepares sending by one channel, or returns why it is not sent. */
type Prepare = (draft: Draft) => Promise<Send | NoticeReason>;

/** Writes one notice, once per channel, from present data; reasons for not sending it go to the log. */
export async function writeNotice(wanted: TaskPayload<"write-notice">, realNow: RealTime): Promise<void> {
  const { shopId, contractId, attemptId, kind } = wanted;
  const shop = await findShopSettings(shopId);
  const subject = shop && (await findSubject(shopId, contractId));
  if (!shop || !subject) return;
  const [settings, portal, order, contents] = await Promise.all([
    findNoticeSettings(shopId),
    readPortalSettings(shopId),
    attemptId === null ? null : findAttempt(shopId, attemptId),
    attemptId === null ? undefined : findOrderContents(shop, attemptId),
  ]);
  const setting = toCustomersSetting(shop, portal, subject.customer);
  const isStillPlanned = order !== null && order.status !== "SKIPPED";
  await writeByEachWay(
    {
      wanted,
      subject,
      setting,
      values: toValues(subject, order && { ...order, contents }, setting),
      mail: {
        dedupeKey: `notice:${wanted.cause}`,
        kind: kind === "created" ? "notice_created" : "notice",
        issuer: "Notices",
        toLink: (token) => toPortalLink(shop, token),
      },
      realNow,
    },
    settings,
    (channel) =>
      wanted.off?.includes(channel) ? "OFF" : findReason(kind, channel, subject, settings, isStillPlanned),
  );
}

/**
 * Writes a notice by each channel that nothing prevents, in one transaction.
 * @param settings null for a shop that has saved none: it has no log of unsent notices
 */
export async function writeByEachWay(
  draft: Draft,
  settings: NoticeSettings | null,
  findReasonOf: (channel: NoticeChannel) => NoticeReason | null,
  channels: readonly NoticeChannel[] = NOTICE_CHANNELS,
): Promise<void> {
  const ways = await Promise.all(
    channels.map(async (channel) => ({
      channel,
      // A shop that sends no notices by this channel has no log of unsent ones for it.
      isLogged: settings !== null && kindsBy(channel, settings).length > 0,
      plan: findReasonOf(channel) ?? (await PREPARE[channel](draft)),
    })),
  );
  await inTransaction(async (tx) => {
    for (const { channel, isLogged, plan } of ways) {
      if (typeof plan === "string") await leaveOut(tx, draft, channel, plan, isLogged);
      else await make(tx, draft, channel, plan);
    }
  });
}

async function make(tx: Queryable, draft: Draft, channel: NoticeChannel, send: Send): Promise<void> {
  const id = await insertNotice(tx, { ...toRow(draft), channel, state: "MADE" });
  if (id !== null) await saveSentAs(tx, draft.wanted.shopId, id, await send(tx));
}

async function leaveOut(
  tx: Queryable,
  draft: Draft,
  channel: NoticeChannel,
  reason: NoticeReason,
  isLogged: boolean,
): Promise<void> {
  const { shopId, contractId, kind } = draft.wanted;
  const isNew =
    !isLogged || (await insertNotice(tx, { ...toRow(draft), channel, state: "LEFT_OUT", reason })) !== null;
  if (isNew && kind === "created")
    await saveCreatedStatus(tx, shopId, contractId, toCreatedStatus(channel, reason));
}

const toRow = ({ wanted: { shopId, kind, cause, contractId, at }, subject }: Draft) => ({
  shopId,
  kind,
  cause,
  contractId,
  customerId: subject.customer.id,
  createdAt: new Date(at),
});

const prepareMail: Prepare = async ({ wanted, subject, setting, values, mail: about, realNow }) => {
  const { kind, contractId, at } = wanted;
  const { customer } = subject;
  const { shop, language } = setting;
  const { email } = customer;
  if (!email) return "NO_ADDRESS";
  const template = await readTemplate(shop.id, { kind, channel: "MAIL", language });
  const stopUrl = isReminder(kind) ? toStopUrl(shop, customer.id) : null;
  return async (tx) => {
    const issue = { issuedBy: { type: "system", name: about.issuer } as const, now: realNow, contractId };
    const { token } = await mintPortalToken(tx, shop, customer.id, issue);
    const mail = toNoticeMail(
      template,
      values,
      { name: toNameIn(language, customer), url: about.toLink(token), stopUrl },
      setting,
    );
    const mailId = await queueMail(
      tx,
      shop.id,
      {
        ...mail,
        kind: about.kind,
        recipient: email,
        customerId: customer.id,
        contractId,
        dedupeKey: about.dedupeKey,
        unsubscribeUrl: stopUrl,
      },
      onShopClock(new Date(at)),
    );
    return { mailId };
  };
};

const prepareText: Prepare = async ({ wanted, subject, setting, values }) => {
  const { kind, cause, contractId, at } = wanted;
  const { shop, language } = setting;
  const found = findPhone(subject);
  if ("reason" in found) return found.reason;
  const template = await readTemplate(shop.id, { kind, channel: "SMS", language });
  return async (tx) => {
    const textMessageId = await queueText(
      tx,
      shop.id,
      {
        text: toNoticeText(template, values),
        kind: kind === "created" ? "notice_created" : "notice",
        recipient: found.phone,
        customerId: subject.customer.id,
        contractId,
        dedupeKey: `notice:${cause}`,
      },
      onShopClock(new Date(at)),
    );
    return { textMessageId };
  };
};

const PREPARE: Record<NoticeChannel, Prepare> = { MAIL: prepareMail, SMS: prepareText };
