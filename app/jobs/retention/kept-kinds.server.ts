import { and, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { KEPT_DAYS, type KeptDays, type KeptName } from "~/features/retention/kept-days";
import { activity } from "~db/schema/activity";
import { methodUpdates, portalReturns } from "~db/schema/hosted-pages";
import { importErrors, imports } from "~db/schema/imports";
import { mails } from "~db/schema/mails";
import { notices } from "~db/schema/notices";
import { portalTokens } from "~db/schema/portal-access";
import { staffInvitations } from "~db/schema/shops";
import { gatewayWebhooks } from "~db/schema/stripe";
import { textMessages } from "~db/schema/text-messages";
import { undos } from "~db/schema/undos";

/** Rows of a shop that are kept for a number of days only. */
export type KeptKind = {
  table: PgTable & { shopId: PgColumn };
  /** The primary key without the shop. */
  key: readonly [PgColumn, ...PgColumn[]];
  /** For how many days, or the name of the shop's setting. */
  days: number | { decidedAs: KeptName };
  /** By the shop's clock: its rows are of use until a day has passed by that. All others go by the real one. */
  isByShopClock?: true;
  /** Which of the shop's rows are over and older than an instant, of the real clock; an index finds them. */
  isOld: (before: SQL, shopId: SQL) => SQL | undefined;
};

/** A row's age by the real clock, as its index has it: `created_at` may be by the shop's. */
export const isRecordedBefore = (before: SQL) => sql`coalesce(recorded_at, created_at) < ${before}`;

/**
 * Everything that the daily job deletes, by its name in docs/privacy.md. Events and deliveries are deleted by the
 * stream's positions (webhooks/manage/retention), credentials when they expire (tasks/delete-old-rows).
 */
export const KEPT_KINDS: Record<string, KeptKind> = {
  "Portal links": {
    table: portalTokens,
    key: [portalTokens.id],
    days: { decidedAs: "portalLinks" },
    isOld: (before) => lt(portalTokens.expiresAt, before),
  },
  // Until somebody joins by it; a shop has few, so their age needs no index.
  "Invitations to the staff": {
    table: staffInvitations,
    key: [staffInvitations.email],
    days: 30,
    isOld: (before) => lt(staffInvitations.expiresAt, before),
  },
  "Ways back from a gateway's page": {
    table: portalReturns,
    key: [portalReturns.codeHash],
    days: 90,
    isOld: (before) => lt(portalReturns.expiresAt, before),
  },
  "Changes of a payment method": {
    table: methodUpdates,
    key: [methodUpdates.id],
    days: 90,
    isOld: (before) => lt(methodUpdates.createdAt, before),
  },
  Mails: {
    table: mails,
    key: [mails.id],
    days: { decidedAs: "mails" },
    // Queued ones have no end.
    isOld: (before) => lt(mails.finishedAt, before),
  },
  "Text messages": {
    table: textMessages,
    key: [textMessages.id],
    days: { decidedAs: "textMessages" },
    isOld: (before) => lt(textMessages.finishedAt, before),
  },
  Notices: {
    table: notices,
    key: [notices.id],
    days: { decidedAs: "notices" },
    isOld: isRecordedBefore,
  },
  "Rows of a file that an import could not read": {
    table: importErrors,
    key: [importErrors.importId, importErrors.id],
    days: { decidedAs: "importErrors" },
    // A shop has few imports, so their age needs no index of its own.
    isOld: (before, shopId) => sql`${importErrors.importId} in (
          select ${imports.id} from ${imports}
          where ${imports.shopId} = ${shopId} and ${imports.finishedAt} < ${before})`,
  },
  // The history of contracts stays, and what recounts read of the shop: its time zones (old-zones).
  "Audit log": {
    table: activity,
    key: [activity.id],
    days: { decidedAs: "auditLog" },
    isOld: (before) =>
      sql`contract_id is null and before ->> 'timeZone' is null and ${isRecordedBefore(before)}`,
  },
  "A gateway's webhooks": {
    table: gatewayWebhooks,
    key: [gatewayWebhooks.gateway, gatewayWebhooks.eventId],
    days: 30,
    isOld: (before) => and(isNotNull(gatewayWebhooks.handledAt), lt(gatewayWebhooks.receivedAt, before)),
  },
  // Those of a busy shop are deleted earlier, with its next edit; this deletes those of shops that edit no more. After a
  // day the edit cannot be undone any more.
  "Contracts before their last edit": {
    table: undos,
    key: [undos.contractId],
    days: 1,
    isByShopClock: true,
    isOld: (before) => lt(undos.createdAt, before),
  },
};

/** How many days a shop keeps a kind; null: for ever. */
export const toKeptDays = ({ days }: Pick<KeptKind, "days">, decided: KeptDays): number | null =>
  typeof days === "number" ? days : (decided[days.decidedAs] ?? KEPT_DAYS[days.decidedAs].usual);
