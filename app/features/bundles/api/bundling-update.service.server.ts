import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { joinPlanGroups } from "~/features/bundles/configure/bundle-plans.service.server";
import {
  listBundleProducts,
  lockActiveBundles,
  updateBundle,
} from "~/features/bundles/configure/bundles.repo.server";
import { toConfiguration } from "~/features/bundles/rules/bundle-row";
import { findSellingPlanGroupName, listProductsById } from "~/features/catalogue/catalogue.repo.server";
import { requireMatch, toEntityTag, type WantedTags } from "~/http/request/entity-tags";
import type { FieldError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { getBundleDetail } from "./bundle-detail.service.server";
import { applyAll, type Open, TOO_MANY, toRefusal } from "./bundling-changes.server";
import { type BundlingRecord, toBundlingRecord } from "./bundling-record";
import { type BundlingUpdate, type ReadableUpdate, readUpdate } from "./bundling-update.schema";

type Shop = { id: number; storeDomain: string; currencyCode: string };

/**
 * Operation 5: changes what customers may choose instead of bundle products, all or nothing. Entries are applied in
 * order, so the same bundle may appear more than once. An unchanged bundle is not written and gets no activity.
 *
 * @param ifMatch ETags of operation 3: each bundle must be in one of these states
 * @returns the record of the last entry's bundle
 * @throws ProblemError 404 when the only errors are handles of no active bundle; otherwise 400. Both name every error.
 *   412 when a bundle has another ETag
 */
export function updateBundlings(
  shop: Shop,
  update: BundlingUpdate,
  audit: Audit,
  ifMatch?: WantedTags,
): Promise<BundlingRecord> {
  return inTransaction(async (tx) => {
    const open = await openBundles(tx, shop.id, update);
    const errors = await applyAll(tx, shop.id, update, open);
    if (errors.length > 0) throw toRefusal(errors);
    if (ifMatch)
      for (const handle of open.keys())
        requireMatch(ifMatch, toEntityTag(await getBundleDetail(shop, handle, tx)));
    for (const bundle of open.values()) await saveBundling(tx, bundle, audit);
    return readRecord(tx, shop, requireLast(update, open));
  });
}

/**
 * What else is wrong with a refused body, as far as it can be read. Whether there would be too many choices cannot be
 * known in that case.
 * @param known the errors for which it was refused
 */
export function findMoreErrors(
  shop: { id: number },
  sent: unknown,
  known: readonly FieldError[],
): Promise<FieldError[]> {
  const update = readUpdate(sent);
  const named = new Set(known.map(({ pointer }) => pointer));
  return inTransaction(async (tx) => {
    const errors = await applyAll(tx, shop.id, update, await openBundles(tx, shop.id, update));
    return errors.filter(({ pointer, code }) => code !== TOO_MANY && !named.has(pointer));
  });
}

async function openBundles(
  tx: Queryable,
  shopId: number,
  update: ReadableUpdate,
): Promise<Map<string, Open>> {
  const rows = await lockActiveBundles(tx, shopId, [...new Set(update.map(({ babHandle }) => babHandle))]);
  const ids = rows.map(({ id }) => id);
  const products = ids.length > 0 ? await listBundleProducts(tx, shopId, ids) : [];
  return new Map(
    rows.map((row) => {
      const before = toConfiguration(
        row,
        products.filter(({ bundleId }) => bundleId === row.id),
      );
      return [row.handle, { row, before, after: structuredClone(before) }];
    }),
  );
}

async function saveBundling(tx: Queryable, { row, before, after }: Open, audit: Audit): Promise<void> {
  const change = toChange(toChoices(before), toChoices(after));
  if (!change) return;
  await joinPlanGroups(tx, row.shopId, after);
  await updateBundle(tx, row, { before, after }, { updatedAt: audit.now, updatedBy: audit.actor.name });
  await appendActivity(
    tx,
    {
      shopId: row.shopId,
      contractId: null,
      action: "bundle.choices_changed",
      before: { bundle: row.handle, ...change.before },
      after: { bundle: row.handle, ...change.after },
    },
    audit,
  );
}

/** Keyed by product, so that the activity lists only the products that changed. */
const toChoices = ({ products }: BundleConfiguration) =>
  Object.fromEntries(
    products.map(({ productId, subProductIds, subVariantIds }) => [
      String(productId),
      { subProductIds, subVariantIds },
    ]),
  );

function requireLast(update: BundlingUpdate, open: Map<string, Open>): Open {
  const last = open.get(update.at(-1)?.babHandle ?? "");
  if (!last) throw new Error("a bundle that was found is not there");
  return last;
}

async function readRecord(tx: Transaction, shop: Shop, { row, after }: Open): Promise<BundlingRecord> {
  const products = await listProductsById(
    tx,
    shop.id,
    after.products.map(({ productId }) => productId),
  );
  const titles = new Map(
    products.filter(({ deletedAt }) => deletedAt === null).map(({ id, title }) => [id, title]),
  );
  const { subscriptionId } = after;
  const subscriptionGroup =
    subscriptionId === null ? null : await findSellingPlanGroupName(tx, shop.id, subscriptionId);
  const { id, handle, uniqueRef } = row;
  return toBundlingRecord(
    { shop: shop.storeDomain, id, handle, uniqueRef, subscriptionGroup },
    after,
    titles,
  );
}
