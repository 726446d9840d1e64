import type { PrincipalShop } from "~/access/principal";
import { listActivity } from "~/features/activity/activity.repo.server";
import { listButtons, listOrderButtons } from "~/features/contract-page/dialogs/dialogs.server";
import { toTimelineEntry } from "~/features/contract-page/history/activity-timeline";
import { toPriceSummary } from "~/features/contract-page/history/price-summary";
import { computeOrderAmount } from "~/features/contracts/amounts";
import { isOver } from "~/features/contracts/change/contract-transitions";
import { toContractFormat } from "~/features/contracts/contract-format";
import { listOneTimeProductsWithTitles } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { toPaymentView } from "~/features/contracts/payment-view";
import { findUndo } from "~/features/contracts/undo/undos.repo.server";
import { readNotes } from "~/features/notes/notes.service.server";
import { isUnpaid } from "~/features/order-schedule/attempt-status";
import { notFound } from "~/lib/problem";
import { db } from "~db/client.server";
import { toDeliveryView, toDiscountView, toNotificationFacts } from "./contract-aside";
import {
  NO_ORDER_LABELS,
  toBanners,
  toExtraView,
  toLineView,
  toMoment,
  toOrderView,
  toScheduleFacts,
  toStatusSince,
  toUndoOffer,
} from "./contract-detail";
import {
  findContractWithCustomer,
  listDiscounts,
  listLinesWithCatalogue,
  listPastAttempts,
  listUpcomingAttempts,
} from "./contract-detail.repo.server";

/** Three are planned; skipped ones stay until their date, so that they can be unskipped. */
const UPCOMING_SHOWN = 50;
const PAST_SHOWN = 20;
const ACTIVITY_SHOWN = 50;

/** Sent to the gateway, and it may still be paid. */
const isOpen = ({ status }: { status: string }): boolean =>
  status === "UNKNOWN" || status === "ACTION_REQUIRED";

export type ContractPageData = Awaited<ReturnType<typeof getContractPage>>;

/**
 * Everything the contract page shows, as texts: amounts in the contract's currency, dates in the shop's time zone.
 * Lists are cut to what the page holds; `…Cut` reports that.
 *
 * @throws ProblemError not_found, the same for an unknown id and for another shop's.
 */
export async function getContractPage(shop: PrincipalShop, subscriptionContractId: number, now: Date) {
  const found = await findContractWithCustomer(shop.id, subscriptionContractId);
  if (!found) throw notFound("There is no such contract in this shop.");
  const { contract, customer, paymentMethod } = found;
  const [lines, discounts, upcoming, past, activity, oneTimeProducts, internalNotes, undo] =
    await Promise.all([
      listLinesWithCatalogue(shop.id, contract.id),
      listDiscounts(shop.id, contract.id),
      listUpcomingAttempts(shop.id, contract.id, now, UPCOMING_SHOWN + 1),
      listPastAttempts(shop.id, contract.id, now, PAST_SHOWN + 1),
      listActivity(shop.id, contract.id, ACTIVITY_SHOWN + 1),
      listOneTimeProductsWithTitles(shop.id, contract.id),
      readNotes(shop, { contractId: contract.id }),
      findUndo(db, contract, now),
    ]);
  const format = toContractFormat(shop.timeZone, contract.currencyCode);
  const unpaid = past.find(isUnpaid) ?? null;
  const nextId = upcoming.find(({ status }) => status === "QUEUED")?.id;
  const extrasOf = (attemptId: number) =>
    oneTimeProducts.filter(({ billingAttemptId }) => billingAttemptId === attemptId);
  // Lines are skipped in the next order only.
  const toAmount = (attemptId: number) =>
    computeOrderAmount(
      {
        ...contract,
        discounts,
        lines: lines.map(({ line }) => ({
          ...line,
          skippedNextOrder: attemptId === nextId && line.skippedNextOrder,
        })),
      },
      extrasOf(attemptId),
    );
  const offered = { ...contract, lines: lines.length };
  return {
    id: contract.subscriptionContractId,
    status: contract.status,
    undo: undo && toUndoOffer(contract, undo, format),
    /** The customer was erased: nothing can be changed, noted or sent any more. */
    isErased: contract.erasedAt !== null,
    isOver: isOver(contract.status),
    since: toStatusSince(contract, format),
    banners: toBanners(contract, customer.email !== null, unpaid),
    importedId: contract.importedId,
    created: toMoment(contract.createdAt, format.date),
    originOrderName: contract.originOrderName,
    customer: {
      id: contract.customerId,
      name: contract.customerName || contract.customerEmail || `Customer ${contract.customerId}`,
      email: customer.email,
      phone: customer.phone,
    },
    lines: lines.map((line) => toLineView(line, format)),
    price: toPriceSummary(
      contract,
      lines.map(({ line }) => line),
      discounts,
      format,
    ),
    schedule: toScheduleFacts(contract, format),
    buttons: listButtons(contractOperations, offered),
    upcoming: upcoming.slice(0, UPCOMING_SHOWN).map((attempt) => {
      const view = toOrderView(attempt, attempt.askedAmount ?? toAmount(attempt.id), format);
      const order = { ...attempt, isNext: attempt.id === nextId, date: view.date.text };
      return {
        ...view,
        extras: extrasOf(attempt.id).map((product) => toExtraView(product, format)),
        buttons: listOrderButtons(contractOperations, offered, order, { shop, now }),
      };
    }),
    upcomingCut: upcoming.length > UPCOMING_SHOWN,
    noOrders: NO_ORDER_LABELS[contract.status],
    past: past.slice(0, PAST_SHOWN).map((attempt) => ({
      ...toOrderView(attempt, isOpen(attempt) ? (attempt.askedAmount ?? toAmount(attempt.id)) : null, format),
      extras: [...attempt.soldOnce, ...extrasOf(attempt.id)].map((product) => toExtraView(product, format)),
      buttons: [],
    })),
    pastCut: past.length > PAST_SHOWN,
    delivery: toDeliveryView(contract),
    payment: toPaymentView(paymentMethod, { now, timeZone: shop.timeZone }, format),
    discounts: discounts.map((discount) => toDiscountView(discount, lines, format)),
    note: contract.orderNote,
    internalNotes,
    attributes: contract.orderNoteAttributes,
    notifications: toNotificationFacts(contract),
    activity: activity.slice(0, ACTIVITY_SHOWN).map((row) => toTimelineEntry(row, format)),
    activityCut: activity.length > ACTIVITY_SHOWN,
  };
}
