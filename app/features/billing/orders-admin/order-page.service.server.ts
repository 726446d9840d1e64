import type { PrincipalShop } from "~/access/principal";
import { listActivityOfOrder } from "~/features/activity/activity.repo.server";
import type { OfferedOrder, OrderDialog, OrderInDialog } from "~/features/billing/actions/order-action";
import { orderActions } from "~/features/billing/actions/order-actions.server";
import { countResentMails, findAboutNow } from "~/features/billing/dunning/failure-mail.service.server";
import { composeOrder } from "~/features/billing/records/compose-order.service.server";
import { findOrderOf, listRefundsOf } from "~/features/billing/records/orders.repo.server";
import { findOrder, listTries, type TryRow } from "~/features/billing/records/tries.repo.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { listButtons, listOrderButtons } from "~/features/contract-page/dialogs/dialogs.server";
import { toTimelineEntry } from "~/features/contract-page/history/activity-timeline";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { toContractFormat } from "~/features/contracts/contract-format";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import { toPaymentView } from "~/features/contracts/payment-view";
import { orderNotFound } from "~/features/order-schedule/order-place.service.server";
import { compareMoney, roundMoney, subtractMoney, sumMoney } from "~/lib/money";
import { db } from "~db/client.server";
import type { OrderDraft } from "~db/schema/orders";
import { toNext, toReason, toStateLabel } from "./order-labels";
import { findMissedBefore } from "./order-list-page.service.server";
import { toRefundView, toTryView } from "./order-view";
import { listPaymentMethodsOf } from "./payment-methods.repo.server";
import { toSoldView } from "./sold-view";

const ACTIVITY_SHOWN = 50;

/** What the page's address says: the dialog that is open, and what it reads there. */
type Opened = { action: string | null; given: Record<string, unknown>; mayEdit: boolean };

/**
 * Everything the page of an order shows, as texts; an order that was never charged is shown as it would be sold now.
 *
 * @param at by the shop's clock, and by the real one
 * @throws ProblemError not_found, the same for an unknown order and another shop's
 */
export async function getOrderPage(
  shop: PrincipalShop,
  attemptId: number,
  at: { now: Date; receivedAt: Date },
  open: Opened,
) {
  const order = await findOrder(shop.id, attemptId);
  if (!order || order.attempt.paidWithId !== null) throw orderNotFound();
  const { attempt } = order;
  const [state, made, tries, settings, resentMails] = await Promise.all([
    findContractState(shop.id, order.contractId, at.now, attemptId),
    findOrderOf(shop.id, attemptId),
    listTries(db, shop.id, attemptId),
    readBillingSettings(shop.id),
    countResentMails(shop.id, attemptId),
  ]);
  if (!state) throw orderNotFound();
  const missedBefore = findMissedBefore({ timeZone: shop.timeZone, hour: settings.billingHour }, at.now);
  const [draft, refunds, activity, methods] = await Promise.all([
    findDraft(shop.id, { state, made, tries, attempt }),
    made ? listRefundsOf(db, shop.id, made.id) : [],
    listActivityOfOrder(
      shop.id,
      attempt.contractId,
      { date: attempt.billingDate, name: attempt.orderName },
      ACTIVITY_SHOWN,
    ),
    listPaymentMethodsOf(shop.id, state.contract.customerId),
  ]);
  const format = toContractFormat(shop.timeZone, draft?.currencyCode ?? order.currencyCode);
  const described = {
    ...attempt,
    contractStatus: order.contractStatus,
    isMissed: attempt.status === "QUEUED" && attempt.billingDate < missedBefore,
  };
  const isTaken = attempt.leaseUntil !== null && attempt.leaseUntil > at.receivedAt;
  const given = sumMoney(refunds.filter(({ state }) => state !== "REFUSED").map(({ amount }) => amount));
  const refunded = sumMoney(refunds.filter(({ state }) => state === "DONE").map(({ amount }) => amount));
  const left = made && roundMoney(subtractMoney(made.total, given), made.currencyCode);
  const { contract } = state;
  const customer = {
    id: contract.customerId,
    name: contract.customerName || contract.customerEmail || `Customer ${contract.customerId}`,
    email: contract.customerEmail,
  };
  const actions =
    open.mayEdit && !isTaken
      ? listActions({
          status: attempt.status,
          contractStatus: order.contractStatus,
          autoCharge: order.autoCharge,
          hasGateway: shop.gateway !== "none",
          tries: tries.length,
          refundable: made?.gatewayRef && left && compareMoney(left, "0") > 0 ? left : null,
          isMailable: findAboutNow(order) !== null && contract.customerEmail !== null,
        })
      : [];
  const toMethod = (id: string | null) => {
    const method = methods.find((each) => each.id === id) ?? null;
    const clock = { now: at.now, timeZone: shop.timeZone };
    return id === null ? null : (toPaymentView(method, clock, format)?.title ?? "Payment method");
  };
  const title = attempt.orderName ?? `Order of ${format.date(attempt.billingDate)}`;
  const total = attempt.orderAmount ?? draft?.total ?? order.orderAmount;
  const offered = { ...contract, lines: state.lines.length };
  const isNext = state.attempts.find(({ status }) => status === "QUEUED")?.id === attempt.id;
  const buttons = listOrderButtons(
    contractOperations,
    offered,
    { ...attempt, isNext, date: format.date(attempt.billingDate) },
    { shop, now: at.now },
  ).filter((button) => button.at === "order");
  return {
    id: attempt.id,
    title,
    state: toStateLabel(described),
    reason: toReason(described),
    next: isTaken ? "It is being charged at this moment." : toNext(described, shop.timeZone),
    isTaken,
    date: { instant: attempt.billingDate.toISOString(), text: format.date(attempt.billingDate) },
    paid: made && { instant: made.paidAt.toISOString(), text: format.dateTime(made.paidAt) },
    contractId: order.contractId,
    contractStatus: order.contractStatus,
    customer,
    method: toMethod(made?.paymentMethodId ?? tries.at(-1)?.paymentMethodId ?? order.paymentMethodId),
    total: format.money(total),
    sold: draft && toSoldView(draft, format, { isMade: made !== null, refunded }),
    hasContents: attempt.status !== "SUCCESS" || made !== null,
    tries: tries.map((row) => toTryView(row, format, toMethod)),
    refunds: refunds.map((row) => toRefundView(row, format)),
    history: activity.map((row) => toTimelineEntry(row, format)),
    actionUrl: attempt.actionUrl,
    actions,
    /** Of operations on the contract that are about this order. */
    buttons: open.mayEdit && !isTaken ? buttons : [],
    reschedule: (open.mayEdit && isNext && listButtons([nextDate], offered)[0]) || null,
    dialog: actions.some(({ intent }) => intent === open.action)
      ? toDialog(open, {
          title,
          total: format.money(total),
          tries: tries.length,
          refunds: refunds.length,
          resentMails,
          customer: customer.email ?? customer.name,
          method: toMethod(made?.paymentMethodId ?? order.paymentMethodId),
          left: left ?? "0",
          currencyCode: made?.currencyCode ?? order.currencyCode,
          money: format.money,
        })
      : null,
  };
}

/** The buttons of the actions that the order's state allows. */
const listActions = (order: OfferedOrder) =>
  orderActions
    .filter(({ staff }) => staff.isOffered(order))
    .map(({ intent, staff: { label, isQuiet = false } }) => ({
      intent,
      label: typeof label === "string" ? label : label(order),
      isQuiet,
    }));

function toDialog({ action, given }: Opened, order: OrderInDialog): OrderDialog | null {
  const found = orderActions.find(({ intent }) => intent === action);
  return (
    (found && {
      action: found.intent,
      isHarsh: false,
      fields: { kind: "none" },
      seen: 0,
      ...found.staff.dialog(order, given),
    }) ??
    null
  );
}

/**
 * The contents of the order: as sold, as last tried, else as the contract would sell it now; null = not stored here.
 */
async function findDraft(
  shopId: number,
  {
    state,
    made,
    tries,
    attempt,
  }: {
    state: ContractState;
    made: Awaited<ReturnType<typeof findOrderOf>>;
    tries: TryRow[];
    attempt: { id: number; status: string };
  },
): Promise<OrderDraft | null> {
  if (made) return { ...made, skippedLineIds: [] };
  const tried = tries.at(-1)?.draft;
  if (tried) return tried;
  if (attempt.status === "SUCCESS") return null;
  const next = state.attempts.find(({ status }) => status === "QUEUED");
  const lines = state.lines.map((line) => ({
    ...line,
    skippedNextOrder: line.skippedNextOrder && next?.id === attempt.id,
  }));
  return composeOrder(db, shopId, attempt.id, { ...state, lines });
}
