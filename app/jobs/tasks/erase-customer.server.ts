import { recoverErasures } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { listErasingShops } from "~/features/customers/privacy/erasures.repo.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Erases what is stored about a customer, to the end. */
export const eraseCustomerTask: Task<"erase-customer"> = ({ shopId, customerId }, { clock, signal }) =>
  runErasure(shopId, customerId, { clock, signal });

/** Enqueues erasures again that have lost their job. */
export const recoverAllErasures: Task<"recover-erasures"> = async (_payload, { signal }) => {
  await forEachShop(await listErasingShops(), signal, ({ id }) => recoverErasures(id));
};
