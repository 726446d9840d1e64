import type { PrincipalShop } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import { findDeclineClass } from "~/features/billing/gateway/port/declines";
import type {
  ChargeParameters,
  Outcome,
  PaymentGateway,
} from "~/features/billing/gateway/port/payment-gateway";
import { behaveAsCard, toDeclineMessage } from "~/features/billing/gateway/test/test-cards";
import {
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
} from "~/features/billing/gateway/test/test-gateway.repo.server";
import { addMoney, compareMoney, sumMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/**
 * A gateway that moves no money: it behaves by the card's last digits (test-cards.ts), keeps a ledger of its own, and is
 * as idempotent as the interface demands. It goes by the shop's clock.
 */
export function openTestGateway(shop: PrincipalShop, now: Date): PaymentGateway {
  const shopId = shop.id;
  // With the test gateway the shop's own portal plays the customer's bank.
  const challengeUrl = `${toShopOrigin(shop)}/${shop.portalPath}`;
  const toOutcome = (made: TestCharge, payment: TestPayment) => toGatewayOutcome(made, payment, challengeUrl);
  return {
    async prepare(orderId, parameters) {
      const ref = `test-${orderId}`;
      await savePayment(shopId, ref, parameters, now);
      return ref;
    },
    charge: (ref, tryKey, parameters) => charge(shopId, { ref, key: tryKey, parameters }, { now, toOutcome }),
    async lookUp(ref, tryKey) {
      const payment = await findPayment(shopId, ref);
      if (!payment) return { kind: "notFound" };
      const past = await findCard(shopId, payment.paymentMethodId);
      if (past && behaveAsCard(payment.lastDigits, past, now).result === "UNREACHABLE")
        return { kind: "unknown" };
      const made = await findCharge(db, shopId, tryKey);
      return made ? toOutcome(made, payment) : { kind: "notFound" };
    },
    refund: (ref, amount, key) => refund(shopId, { ref, amount, key }, now),
  };
}

type Asked = { ref: string; key: string; parameters: ChargeParameters };

type Answering = { now: Date; toOutcome(made: TestCharge, payment: TestPayment): Outcome };

const charge = (
  shopId: number,
  { ref, key, parameters }: Asked,
  { now, toOutcome }: Answering,
): Promise<Outcome> =>
  inTransaction(async (tx) => {
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
    const past = await lockCard(tx, shopId, paymentMethodId, now);
    const behaviour = behaveAsCard(lastDigits, past, now);
    if (behaviour.result === "UNREACHABLE") return { kind: "unknown" };
    const isAnswerLost = behaviour.result === "PAID" && behaviour.isAnswerLost === true;
    if (before) return isAnswerLost ? { kind: "unknown" } : toOutcome(before, payment);
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
    return isAnswerLost ? { kind: "unknown" } : toOutcome(made, payment);
  });

/** The same answer as the first time. */
function toGatewayOutcome(
  { result, code, amount }: TestCharge,
  { state }: TestPayment,
  challengeUrl: string,
): Outcome {
  if (result === "PAID") return { kind: "paid", amount };
  // The challenge has been answered since.
  if (result === "CHALLENGE" && state === "PAID") return { kind: "paid", amount };
  if (result === "CHALLENGE") return { kind: "actionRequired", url: challengeUrl };
  const declineCode = code ?? "GENERIC_ERROR";
  return {
    kind: "declined",
    code: declineCode,
    message: toDeclineMessage(declineCode),
    class: findDeclineClass(declineCode) ?? "later",
  };
}

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
