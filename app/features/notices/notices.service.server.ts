import { toCustomerName } from "~/access/customer-name";
import type { PrincipalShop } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { findStream, listEventsAfter } from "~/features/event-stream/stream.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { queueMail } from "~/features/mail/mail.service.server";
import type { NoticeSettings } from "~/features/notice-settings/notice-settings";
import { findNoticeSettings, findOwnWords } from "~/features/notice-settings/notice-settings.repo.server";
import {
  isReminder,
  type NoticeReason,
  type WrittenKind,
} from "~/features/notice-settings/rules/notice-kinds";
import { TELLING_TYPES, toNoticesOf } from "~/features/notice-settings/rules/notice-of-event";
import { noticeTextsOf } from "~/features/notice-settings/texts/texts-of";
import {
  findAttempt,
  findSubject,
  insertNotice,
  insertProgress,
  type NoticeSubject,
  readChanges,
  saveCreatedStatus,
  saveMailOf,
  savePosition,
  takeProgress,
} from "~/features/notices/notices.repo.server";
import { toStopUrl } from "~/features/notices/stop-link.server";
import { toNoticeMail, toValues } from "~/features/notices/write-notice.server";
import { mintPortalToken, toPortalLink } from "~/features/portal-links/portal-links.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { enqueue } from "~/queue/enqueue.server";
import type { TaskPayload } from "~/queue/task-payloads";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** Events looked at in one transaction. */
const PAGE = 500;

/**
 * Make jobs of a shop's committed events: one for each notice. Position and jobs are written together, so that an event
 * is neither lost nor told twice, whenever the process dies. A shop's events from before its first run are not told.
 *
 * @param realNow of the real clock
 * @returns whether more may be waiting
 */
export async function passOnEvents(shopId: number, realNow: Date): Promise<boolean> {
  await sequenceEvents(shopId, realNow);
  return inTransaction(async (tx) => {
    const stream = await findStream(shopId, tx);
    if (!stream) return false;
    const progress = await takeProgress(tx, shopId);
    if (!progress) {
      // Another process may have it: that one goes on. A shop that is new begins with its first event.
      return (await insertProgress(tx, shopId, stream.deletedUpTo)) > 0;
    }
    // Without settings of its own a shop sends none; what a new contract's status says is known all the same.
    const types = (await findNoticeSettings(shopId, tx)) ? TELLING_TYPES : ["created"];
    const events = await listEventsAfter(tx, shopId, {
      after: progress.position,
      types,
      contractId: null,
      limit: PAGE,
    });
    const changes = await readChanges(
      tx,
      shopId,
      events.map(({ id }) => id),
    );
    const told = toNoticesOf(
      events.map((event) => ({
        ...event,
        contractVersion: changes.get(event.id)?.version ?? null,
        changedFields: changes.get(event.id)?.fields ?? [],
      })),
    );
    for (const { kind, event } of told) {
      const cause =
        kind === "upcoming_order"
          ? `event:${event.id}`
          : `change:${event.contractId}:${event.contractVersion}`;
      await enqueue(
        tx,
        "write-notice",
        {
          shopId,
          kind,
          cause,
          contractId: event.contractId,
          attemptId: event.billingAttemptId,
          at: event.timestamp,
        },
        { jobKey: `notice:${shopId}:${cause}` },
      );
    }
    const seen = events.at(-1)?.position ?? 0;
    const last = events.length === PAGE ? seen : Math.max(seen, stream.lastPosition);
    if (last > progress.position) await savePosition(tx, shopId, last);
    return events.length === PAGE;
  });
}

type Wanted = TaskPayload<"write-notice">;

/** Why a notice is not sent by mail; null = nothing is against it. */
function findMailReason(
  kind: WrittenKind,
  { contract, customer, isOptedOut }: NoticeSubject,
  settings: NoticeSettings | null,
  isStillPlanned: boolean,
): NoticeReason | null {
  if (!settings?.mailKinds.includes(kind)) return "OFF";
  if (kind === "upcoming_order" && contract.stopUpcomingOrderEmail) return "STOPPED";
  if (isReminder(kind) && isOptedOut) return "UNSUBSCRIBED";
  if (kind === "upcoming_order" && (contract.status !== "ACTIVE" || !isStillPlanned)) return "OUTDATED";
  if (kind === "created" && contract.paymentMethodId === null) return "NO_PAYMENT_METHOD";
  if (kind === "created" && contract.status === "PAUSED") return "CONTRACT_PAUSED";
  return customer.email ? null : "NO_ADDRESS";
}

/** What the record says of a new contract's mail that was not sent; one without an address could not be. */
const CREATED_STATUS = {
  OFF: "EMAIL_SETTINGS_DISABLED",
  NO_PAYMENT_METHOD: "CUSTOMER_PAYMENT_EMPTY",
  CONTRACT_PAUSED: "CONTRACT_PAUSED_STATUS",
  NO_ADDRESS: "FAILED",
} as const;
const toCreatedStatus = (reason: NoticeReason) =>
  reason in CREATED_STATUS ? CREATED_STATUS[reason as keyof typeof CREATED_STATUS] : "UNSENT";

/** No shop can turn text messages on yet. */
const NO_SMS = { createdSmsStatus: "SMS_SETTINGS_DISABLED" } as const;

/** Write one notice, once, as things stand now; what keeps it from being sent goes to the log. */
export async function writeNotice(wanted: Wanted, realNow: Date): Promise<void> {
  const { shopId, contractId, attemptId, kind } = wanted;
  const shop = await findShopSettings(shopId);
  const subject = shop && (await findSubject(shopId, contractId));
  if (!shop || !subject) return;
  const [settings, order] = await Promise.all([
    findNoticeSettings(shopId),
    attemptId === null ? null : findAttempt(shopId, attemptId),
  ]);
  const reason = findMailReason(kind, subject, settings, order !== null && order.status !== "SKIPPED");
  if (reason === null) return writeMail(shop, wanted, subject, order, realNow);
  await inTransaction(async (tx) => {
    // A shop that sends no notices has no log of them.
    if (settings)
      await insertNotice(tx, { ...toRow(wanted, subject), channel: "MAIL", state: "LEFT_OUT", reason });
    if (kind === "created")
      await saveCreatedStatus(tx, shopId, contractId, {
        createdEmailStatus: toCreatedStatus(reason),
        ...NO_SMS,
      });
  });
}

const toRow = ({ shopId, kind, cause, contractId, at }: Wanted, { customer }: NoticeSubject) => ({
  shopId,
  kind,
  cause,
  contractId,
  customerId: customer.id,
  createdAt: new Date(at),
});

async function writeMail(
  shop: PrincipalShop,
  wanted: Wanted,
  subject: NoticeSubject,
  order: Awaited<ReturnType<typeof findAttempt>>,
  realNow: Date,
): Promise<void> {
  const { kind, cause, contractId, at } = wanted;
  const { customer } = subject;
  const portal = await readPortalSettings(shop.id);
  const setting = { shop, settings: portal, language: portal.language };
  const words = (await findOwnWords(shop.id, kind, portal.language)) ?? noticeTextsOf(portal.language)[kind];
  const stopUrl = isReminder(kind) ? await toStopUrl(shop, customer.id) : null;
  await inTransaction(async (tx: Queryable) => {
    const id = await insertNotice(tx, { ...toRow(wanted, subject), channel: "MAIL", state: "MADE" });
    if (id === null) return;
    const issue = { issuedBy: { type: "system", name: "Notices" } as const, now: realNow, contractId };
    const { token } = await mintPortalToken(tx, shop, customer.id, issue);
    const mail = toNoticeMail(
      words,
      toValues(subject, order, setting),
      { name: toCustomerName(customer), url: toPortalLink(shop, token), stopUrl },
      setting,
    );
    const mailId = await queueMail(
      tx,
      shop.id,
      {
        ...mail,
        kind: kind === "created" ? "notice_created" : "notice",
        recipient: customer.email ?? "",
        customerId: customer.id,
        contractId,
        dedupeKey: `notice:${cause}`,
        unsubscribeUrl: stopUrl,
      },
      new Date(at),
    );
    if (kind === "created") await saveCreatedStatus(tx, shop.id, contractId, NO_SMS);
    if (mailId !== null) await saveMailOf(tx, shop.id, id, mailId);
  });
}
