import { randomUUID } from "node:crypto";
import { toCustomerName } from "~/access/customer-name";
import { findCustomerOfShop } from "~/access/portal/portal-tokens.repo.server";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { Audit } from "~/features/activity/activity";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { changeContractIn } from "~/features/contracts/change/contract-change.service.server";
import { isOver } from "~/features/contracts/change/contract-transitions";
import { toMethodChange } from "~/features/contracts/change/terms";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { openReturn, toReturnUrl } from "~/features/portal-links/portal-returns.service.server";
import { logger } from "~/lib/logger.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import {
  deleteUpdate,
  findUpdate,
  insertUpdate,
  keepMethod,
  listContractsOf,
  lockUpdate,
  type MethodUpdateRow,
  setUpdate,
} from "./method-updates.repo.server";

const STARTED: SharedLimit = {
  name: "method-update",
  most: 10,
  windowMs: 3_600_000,
  refusal: "Too many tries to give another payment method.",
};

/** A customer in the portal, with the token in its address; null = the proxy signs requests. */
export type PortalVisitor = OperationCaller & { customerId: number; token: string | null };

/**
 * Sends a customer to the hosted page where they enter another payment method (docs/decisions/050).
 *
 * @param contractIds wire ids of the contracts that will get it, first the one that the customer came from
 * @returns the page's address, or that the gateway has sent the customer a mail instead
 * @throws ProblemError not_found, the same for an unknown contract and another customer's; conflict for a contract that
 *   is over or a shop without a gateway; too_many_requests; unavailable when the gateway does not answer
 */
export async function startMethodUpdate(
  { shop, customerId, receivedAt, audit, token }: PortalVisitor,
  contractIds: readonly [number, ...number[]],
): Promise<{ url: string } | { mailSent: true }> {
  const [contractId] = contractIds;
  const wanted = [...new Set(contractIds)];
  const found = await listContractsOf(db, shop.id, customerId, wanted);
  const first = found.find((each) => each.contractId === contractId);
  if (!first || found.length < wanted.length) throw contractNotFound();
  if (isOver(first.status)) throw new ProblemError("conflict", "The contract is over.");
  const gateway = openGateway(shop, audit.now);
  if (!gateway) throw new ProblemError("conflict", "The shop has not chosen a payment gateway.");
  await requireWithinSharedLimit(STARTED, `${shop.id}:${customerId}`, receivedAt);
  const id = randomUUID();
  await insertUpdate({
    shopId: shop.id,
    id,
    customerId,
    contractIds: wanted,
    gateway: shop.gateway,
    state: "OPEN",
    createdAt: receivedAt,
  });
  await openReturn({ shopId: shop.id, customerId, contractId, token }, id, { updateId: id }, receivedAt);
  const { paymentMethodId, currencyCode } = first;
  const returnUrl = await toReturnUrl(shop, id);
  const started = await gateway
    .startMethodUpdate({ id, paymentMethodId, currencyCode, returnUrl })
    .catch((error: unknown) => {
      logger.warn({ err: error, shopId: shop.id }, "a gateway has not opened a page for a payment method");
      throw new ProblemError("unavailable", "The payment provider does not answer. Try again in a moment.");
    });
  if ("mailSent" in started) {
    await deleteUpdate(shop.id, id);
    return started;
  }
  await setUpdate(db, { shopId: shop.id, id }, { page: started.page });
  return { url: started.url };
}

/**
 * Records the result of a page, once, whether the returning customer or the gateway's webhook triggers it. The
 * contracts get the method in one transaction, and their unpaid orders are tried with it at once.
 *
 * @param realNow the real time; what is written uses the shop's clock
 * @returns the update afterwards; null when there is none
 * @throws when the gateway does not answer
 */
export async function finishMethodUpdate(
  shopId: number,
  id: string,
  realNow: Date,
): Promise<MethodUpdateRow | null> {
  const [shop, update] = await Promise.all([findShopSettings(shopId), findUpdate(shopId, id)]);
  if (!shop || !update?.page || update.state !== "OPEN" || update.gateway !== shop.gateway) return update;
  const now = await findShopNow(shop, realNow);
  const given = await openGateway(shop, now)?.readMethodUpdate(update.page);
  if (!given || given === "open") return update;
  const customer = await findCustomerOfShop(shopId, update.customerId);
  const name = (customer && (toCustomerName(customer) || customer.email)) || `Customer ${update.customerId}`;
  const audit: Audit = { actor: { type: "customer", name }, requestId: null, now };
  return inTransaction(async (tx) => {
    const open = await lockUpdate(tx, shopId, id);
    if (open?.state !== "OPEN") return open;
    const { customerId } = open;
    const isTheirs = given !== "over" && (await keepMethod(tx, shopId, customerId, given));
    if (isTheirs)
      for (const { contractId, ...contract } of await listContractsOf(
        tx,
        shopId,
        customerId,
        open.contractIds,
      ))
        if (!isOver(contract.status))
          await changeContractIn(tx, { shop, contractId, customerId, audit }, (state) =>
            toMethodChange(state, given.id),
          );
    const end = {
      state: isTheirs ? ("DONE" as const) : ("OVER" as const),
      paymentMethodId: isTheirs ? given.id : null,
      finishedAt: realNow,
    };
    await setUpdate(tx, open, end);
    return { ...open, ...end };
  });
}
