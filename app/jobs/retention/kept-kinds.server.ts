import { and, isNotNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { KEPT_DAYS, type KeptDays, type KeptName } from "~/features/retention/kept-days";
import { methodUpdates, portalReturns } from "~db/schema/hosted-pages";
import { importErrors, imports } from "~db/schema/imports";
import { mails } from "~db/schema/mails";
import { notices } from "~db/schema/notices";
import { portalTokens } from "~db/schema/portal-access";
import { gatewayNotices } from "~db/schema/stripe";
import { textMessages } from "~db/schema/text-messages";
import { wayBacks } from "~db/schema/way-backs";

/** Rows of a shop's that are kept for some days only. */
export type KeptKind = {
  table: PgTable & { shopId: PgColumn };
  /** The primary key without the shop. */
  key: readonly [PgColumn, ...PgColumn[]];
  /** For how many days, or what the shop decides on them as. */
  days: number | { decidedAs: KeptName };
  /** Which of the shop's rows are over and older than an instant; an index finds them. */
  isOld: (before: Date, shopId: number) => SQL | undefined;
};

/**
 * All that the daily job deletes, by what docs/privacy.md calls it. Events and deliveries go by the stream's positions
 * (webhooks/manage/retention), what lets somebody in goes when it is over (tasks/delete-old-rows).
 */
export const KEPT_KINDS: Record<string, KeptKind> = {
  "Portal links": {
    table: portalTokens,
    key: [portalTokens.id],
    days: { decidedAs: "portalLinks" },
    isOld: (before) => lt(portalTokens.expiresAt, before),
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
    isOld: (before) => and(ne(mails.status, "QUEUED"), lt(mails.createdAt, before)),
  },
  "Text messages": {
    table: textMessages,
    key: [textMessages.id],
    days: { decidedAs: "textMessages" },
    isOld: (before) => and(ne(textMessages.status, "QUEUED"), lt(textMessages.createdAt, before)),
  },
  Notices: {
    table: notices,
    key: [notices.id],
    days: { decidedAs: "notices" },
    isOld: (before) => lt(notices.createdAt, before),
  },
  "Rows of a file that an import could not read": {
    table: importErrors,
    key: [importErrors.importId, importErrors.id],
    days: { decidedAs: "importErrors" },
    // A shop has few imports, so that their own age needs no index.
    isOld: (before, shopId) => sql`${importErrors.importId} in (
          select ${imports.id} from ${imports}
          where ${imports.shopId} = ${shopId} and ${imports.finishedAt} < ${before.toISOString()}::timestamptz)`,
  },
  // Those of a busy shop go sooner, when the next one is handled; without this they would stay in a shop that has no more.
  "A gateway's webhooks": {
    table: gatewayNotices,
    key: [gatewayNotices.gateway, gatewayNotices.eventId],
    days: 30,
    isOld: (before) => and(isNotNull(gatewayNotices.handledAt), lt(gatewayNotices.receivedAt, before)),
  },
  // As above. Nobody can go back after a day.
  "Contracts before their last edit": {
    table: wayBacks,
    key: [wayBacks.contractId],
    days: 1,
    isOld: (before) => lt(wayBacks.createdAt, before),
  },
};

/** For how many days a shop keeps a kind. */
export const toKeptDays = ({ days }: Pick<KeptKind, "days">, decided: KeptDays): number =>
  typeof days === "number" ? days : (decided[days.decidedAs] ?? KEPT_DAYS[days.decidedAs].usual);
