import { recoverErasures } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { listErasingShops } from "~/features/customers/privacy/erasures.repo.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Erase what is held on a customer, to its end. */
export const eraseCustomerTask: Task<"erase-customer"> = ({ shopId, customerId }, { clock, signal }) =>
  runErasure(shopId, customerId, { clock, signal });

/** Give erasings that have lost their job another. */
export const recoverAllErasures: Task<"recover-erasures"> = async (_payload, { signal }) => {
  await forEachShop(await listErasingShops(), signal, ({ id }) => recoverErasures(id));
};
