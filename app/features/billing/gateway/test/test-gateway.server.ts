import type { PrincipalShop } from "~/access/principal";
import { findDeclineClass } from "~/features/billing/gateway/port/declines";
import type {
  ChargeParameters,
  Outcome,
  PaymentGateway,
} from "~/features/billing/gateway/port/payment-gateway";
import { toReturnUrl } from "~/features/portal-links/portal-returns.service.server";
import { addMoney, compareMoney, sumMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { behaveAsCard, toDeclineMessage } from "./test-cards";
import {
  cancelPayment,
  countOnCard,
  findCard,
  findCharge,
  findPayment,
  insertCharge,
  insertRefund,
  listRefunds,
  lockCard,
  lockPayment,
  savePayment,
  setPaymentPaid,
  type TestCharge,
  type TestPayment,
} from "./test-gateway.repo.server";
import {
  findPage,
  findPageOf,
  keepPage,
  type TestPage,
  toGivenCard,
  toPageUrl,
} from "./test-pages.repo.server";

/**
 * A gateway that moves no money. It behaves according to the card's last digits (test-cards.ts), keeps a ledger of its
 * own, and is as idempotent as the interface demands. It uses the shop's clock.
 */
export function openTestGateway(shop: PrincipalShop, now: Date): PaymentGateway {
  const shopId = shop.id;
  const isUnreachable = async ({ paymentMethodId, lastDigits }: TestPayment) => {
    const past = await findCard(shopId, paymentMethodId);
    return past !== null && behaveAsCard(lastDigits, past, now).result === "UNREACHABLE";
  };
  return {
    async prepare(orderId, parameters) {
      const ref = `test-${orderId}`;
      await savePayment(shopId, ref, parameters, now);
      return ref;
    },
    charge: (ref, tryKey, parameters) => charge(shop, { ref, key: tryKey, parameters }, now),
    async lookUp(ref, tryKey) {
      const payment = await findPayment(shopId, ref);
      if (!payment) return { kind: "notFound" };
      if (await isUnreachable(payment)) return { kind: "unknown" };
      const made = await findCharge(db, shopId, tryKey);
      if (!made) return { kind: "notFound" };
      const page = await findPageOf(db, shopId, tryKey);
      return page?.state === "EXPIRED" ? { kind: "notFound" } : toOutcome(shop, made, page);
    },
    async cancel(ref) {
      const payment = await findPayment(shopId, ref);
      if (payment && (await isUnreachable(payment))) throw new Error("the test gateway cannot be reached");
      await cancelPayment(shopId, ref);
    },
    async startMethodUpdate({ id, returnUrl }) {
      const page = await keepPage(db, {
        shopId,
        kind: "CARD",
        ref: null,
        key: id,
        backUrl: returnUrl,
        createdAt: now,
      });
      return { url: toPageUrl(shop, page), page: page.id };
    },
    async readMethodUpdate(id) {
      const page = await findPage(db, shopId, id);
      if (page?.state === "OPEN") return "open";
      return page?.state === "DONE" ? toGivenCard(page) : "over";
    },
    refund: (ref, amount, key) => refund(shopId, { ref, amount, key }, now),
    lookUpRefund: (ref, key) => lookUpRefund(shopId, ref, key),
  };
}

type Asked = { ref: string; key: string; parameters: ChargeParameters };

const charge = (shop: PrincipalShop, { ref, key, parameters }: Asked, now: Date): Promise<Outcome> =>
  inTransaction(async (tx) => {
    const shopId = shop.id;
    const payment = await lockPayment(tx, shopId, ref);
    if (!payment) return { kind: "refused", reason: "There is no such payment." };
    const { paymentMethodId, lastDigits } = payment;
    const before = await findCharge(tx, shopId, key);
    const asked = before ?? payment;
    if (
      asked.ref !== ref ||
      asked.paymentMethodId !== parameters.paymentMethodId ||
      compareMoney(asked.amount, parameters.amount) !== 0
    )
      return { kind: "refused", reason: "The payment was prepared with other parameters." };
    if (!before && payment.state === "CANCELLED")
      return { kind: "refused", reason: "The payment was cancelled." };
    const past = await lockCard(tx, shopId, paymentMethodId, now);
    const behaviour = behaveAsCard(lastDigits, past, now);
    if (behaviour.result === "UNREACHABLE") return { kind: "unknown" };
    const isAnswerLost = behaviour.result === "PAID" && behaviour.isAnswerLost === true;
    if (before)
      return isAnswerLost ? { kind: "unknown" } : toOutcome(shop, before, await findPageOf(tx, shopId, key));
    if (payment.state === "PAID") return { kind: "paid", amount: payment.amount };
    const made: TestCharge = {
      shopId,
      key,
      ref,
      amount: payment.amount,
      paymentMethodId,
      result: behaviour.result,
      code: behaviour.result === "DECLINED" ? behaviour.code : null,
      at: now,
    };
    await insertCharge(tx, made);
    await countOnCard(tx, shopId, paymentMethodId, made.result);
    if (made.result === "PAID") await setPaymentPaid(tx, shopId, ref);
    if (isAnswerLost) return { kind: "unknown" };
    const page =
      made.result === "CHALLENGE"
        ? await keepPage(tx, {
            shopId,
            kind: "BANK",
            ref,
            key,
            backUrl: await toReturnUrl(shop, key),
            createdAt: now,
          })
        : null;
    return toOutcome(shop, made, page);
  });

/** The same answer as the first time, except for the present state of the bank's question. */
function toOutcome(
  shop: PrincipalShop,
  { result, code, amount }: TestCharge,
  page: TestPage | null,
): Outcome {
  if (result === "PAID" || page?.state === "DONE") return { kind: "paid", amount };
  if (result === "DECLINED") return toDeclined(code ?? "GENERIC_ERROR");
  if (page?.state === "OPEN") return { kind: "actionRequired", url: toPageUrl(shop, page) };
  return toDeclined(page?.state === "DECLINED" ? "AUTHENTICATION_FAILED" : "AUTHENTICATION_REQUIRED");
}

const toDeclined = (code: string): Outcome => ({
  kind: "declined",
  code,
  message: toDeclineMessage(code),
  class: findDeclineClass(code) ?? "later",
});

const lookUpRefund = async (
  shopId: number,
  ref: string,
  key: string,
): ReturnType<PaymentGateway["lookUpRefund"]> => {
  const made = await listRefunds(db, shopId, ref);
  return { kind: made.some((each) => each.key === key) ? "done" : "notFound" };
};

const refund = (
  shopId: number,
  { ref, amount, key }: { ref: string; amount: string; key: string },
  now: Date,
): ReturnType<PaymentGateway["refund"]> =>
  inTransaction(async (tx) => {
    const payment = await lockPayment(tx, shopId, ref);
    if (payment?.state !== "PAID") return { kind: "refused", reason: "Nothing was paid." };
    const made = await listRefunds(tx, shopId, ref);
    if (made.some((each) => each.key === key)) return { kind: "done" };
    const all = addMoney(sumMoney(made.map((each) => each.amount)), amount);
    if (compareMoney(all, payment.amount) > 0)
      return { kind: "refused", reason: "That is more than was paid." };
    await insertRefund(tx, { shopId, key, ref, amount, at: now });
    return { kind: "done" };
  });
