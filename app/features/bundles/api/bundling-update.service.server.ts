import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { getBundleDetail } from "~/features/bundles/api/bundle-detail.service.server";
import { type BundlingRecord, toBundlingRecord } from "~/features/bundles/api/bundling-record";
import type { BundlingUpdate } from "~/features/bundles/api/bundling-update.schema";
import { joinPlanGroups } from "~/features/bundles/configure/bundle-plans.service.server";
import {
  listBundleProducts,
  lockActiveBundles,
  updateBundle,
} from "~/features/bundles/configure/bundles.repo.server";
import { MAX_CHOICES } from "~/features/bundles/rules/bundle.schema";
import { type BundleRow, toConfiguration } from "~/features/bundles/rules/bundle-row";
import {
  findSellingPlanGroupName,
  listProductsById,
  listVariantsById,
} from "~/features/catalogue/catalogue.repo.server";
import { requireMatch, toEntityTag, type WantedTags } from "~/http/request/entity-tags";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { inTransaction, type Transaction } from "~db/transaction.server";

type Shop = { id: number; storeDomain: string; currencyCode: string };
type SourceProduct = BundlingUpdate[number]["sourceProducts"][number];
type Open = { row: BundleRow; before: BundleConfiguration; after: BundleConfiguration };

/**
 * Operation 5: changes what customers may choose instead of bundle products, all or nothing. Entries are applied in
 * order, so the same bundle may appear more than once. A bundle that stays as it is is not written and gets no
 * activity.
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
    const errors = [
      ...findUnknownHandles(update, open),
      ...(await findUnknownIds(tx, shop.id, update)),
      ...applyAll(update, open),
    ];
    if (errors.length > 0) throw toRefusal(errors);
    if (ifMatch)
      for (const handle of open.keys())
        requireMatch(ifMatch, toEntityTag(await getBundleDetail(shop, handle, tx)));
    for (const bundle of open.values()) await saveBundling(tx, bundle, audit);
    return readRecord(tx, shop, requireLast(update, open));
  });
}

async function openBundles(
  tx: Queryable,
  shopId: number,
  update: BundlingUpdate,
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

const UNKNOWN_HANDLE = "unknown_bundle";

const findUnknownHandles = (update: BundlingUpdate, open: Map<string, Open>): FieldError[] =>
  update.flatMap(({ babHandle }, index) =>
    open.has(babHandle)
      ? []
      : [
          {
            pointer: `/${index}/babHandle`,
            code: UNKNOWN_HANDLE,
            detail: "The shop has no active bundle of this handle.",
          },
        ],
  );

/** 404 for unknown handles alone, as for any unknown id; 400 when anything else is wrong. */
function toRefusal(errors: FieldError[]): ProblemError {
  if (errors.some(({ code }) => code !== UNKNOWN_HANDLE)) return invalidRequest(errors);
  return new ProblemError("not_found", "The shop has no active bundle of this handle.", { errors });
}

const ADD_LISTS = [
  ["addSubProductIds", "product"],
  ["addSubVariantIds", "variant"],
] as const;

/** Ids to be added must be in the catalogue and on sale. */
async function findUnknownIds(tx: Queryable, shopId: number, update: BundlingUpdate): Promise<FieldError[]> {
  const sources = update.flatMap(({ sourceProducts }) => sourceProducts);
  const collect = (name: "addSubProductIds" | "addSubVariantIds") => [
    ...new Set(sources.flatMap((source) => source[name] ?? [])),
  ];
  const live = {
    addSubProductIds: toLive(await listProductsById(tx, shopId, collect("addSubProductIds"))),
    addSubVariantIds: toLive(await listVariantsById(tx, shopId, collect("addSubVariantIds"))),
  };
  return update.flatMap(({ sourceProducts }, entry) =>
    sourceProducts.flatMap((source, place) =>
      ADD_LISTS.flatMap(([name, thing]) =>
        (source[name] ?? []).flatMap((id, index) =>
          live[name].has(id)
            ? []
            : [
                {
                  pointer: `/${entry}/sourceProducts/${place}/${name}/${index}`,
                  code: `unknown_${thing}`,
                  detail: `The shop has no such ${thing}, or has deleted it.`,
                },
              ],
        ),
      ),
    ),
  );
}

const toLive = (rows: { id: number; deletedAt: Date | null }[]): Set<number> =>
  new Set(rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id));

/** Applies the entries to `after` of the open bundles. @returns the entries that do not fit */
function applyAll(update: BundlingUpdate, open: Map<string, Open>): FieldError[] {
  return update.flatMap(({ babHandle, sourceProducts }, entry) => {
    const bundle = open.get(babHandle);
    if (!bundle) return [];
    return sourceProducts.flatMap((source, place) =>
      apply(source, bundle.after.products, `/${entry}/sourceProducts/${place}`),
    );
  });
}

function apply(source: SourceProduct, products: BundleConfiguration["products"], at: string): FieldError[] {
  const product = products.find(({ productId }) => productId === source.sourceProductId);
  if (!product)
    return [
      {
        pointer: `${at}/sourceProductId`,
        code: "not_in_bundle",
        detail: "The bundle has no such product.",
      },
    ];
  const subProductIds = toNext(product.subProductIds, source.addSubProductIds, source.deleteSubProductIds);
  const subVariantIds = toNext(product.subVariantIds, source.addSubVariantIds, source.deleteSubVariantIds);
  const tooMany = (name: string) => ({
    pointer: `${at}/${name}`,
    code: "too_many",
    detail: `At most ${MAX_CHOICES} can be selectable in a product's place.`,
  });
  const errors = [
    ...(subProductIds.length > MAX_CHOICES ? [tooMany("addSubProductIds")] : []),
    ...(subVariantIds.length > MAX_CHOICES ? [tooMany("addSubVariantIds")] : []),
  ];
  // A list that is already too long must not grow with every further entry.
  if (errors.length === 0) Object.assign(product, { subProductIds, subVariantIds });
  return errors;
}

/** null, absent and empty mean the same: no change. */
type Ids = number[] | null | undefined;

/** Adding an id that is there, or deleting one that is not, changes nothing, not even the order. */
function toNext(ids: number[], add: Ids, remove: Ids): number[] {
  const removed = new Set(remove);
  return [...new Set([...ids, ...(add ?? [])].filter((id) => !removed.has(id)))];
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
