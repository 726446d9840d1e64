import { MAX_CHOICES } from "~/features/bundles/rules/bundle.schema";
import type { BundleRow } from "~/features/bundles/rules/bundle-row";
import { listProductsById, listVariantsById } from "~/features/catalogue/catalogue.repo.server";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import type { ReadableUpdate } from "./bundling-update.schema";

type SourceProduct = ReadableUpdate[number]["sourceProducts"][number];
/** A locked bundle, before and after the update. */
export type Open = { row: BundleRow; before: BundleConfiguration; after: BundleConfiguration };

const UNKNOWN_HANDLE = "unknown_bundle";
export const TOO_MANY = "too_many";

/**
 * Applies the entries in order to `after` of the open bundles.
 * @returns everything that does not fit, with its place; if there is any, `after` must not be used
 */
export async function applyAll(
  tx: Queryable,
  shopId: number,
  update: ReadableUpdate,
  open: Map<string, Open>,
): Promise<FieldError[]> {
  return [
    ...findUnknownHandles(update, open),
    ...(await findUnknownIds(tx, shopId, update)),
    ...applyKnown(update, open),
  ];
}

const findUnknownHandles = (update: ReadableUpdate, open: Map<string, Open>): FieldError[] =>
  update.flatMap(({ babHandle }, index) =>
    babHandle === "" || open.has(babHandle)
      ? []
      : [
          {
            pointer: `/${index}/babHandle`,
            code: UNKNOWN_HANDLE,
            detail: "The shop has no active bundle of this handle.",
          },
        ],
  );

/** 404 if only handles are unknown, as for any unknown id; 400 if anything else is wrong. */
export function toRefusal(errors: FieldError[]): ProblemError {
  if (errors.some(({ code }) => code !== UNKNOWN_HANDLE)) return invalidRequest(errors);
  return new ProblemError("not_found", "The shop has no active bundle of this handle.", { errors });
}

const ADD_LISTS = [
  ["addSubProductIds", "product"],
  ["addSubVariantIds", "variant"],
] as const;

/** Ids to add must be in the catalogue and on sale. */
async function findUnknownIds(tx: Queryable, shopId: number, update: ReadableUpdate): Promise<FieldError[]> {
  const sources = update.flatMap(({ sourceProducts }) => sourceProducts);
  const collect = (name: "addSubProductIds" | "addSubVariantIds") => [
    ...new Set(sources.flatMap((source) => toIds(source[name]))),
  ];
  const live = {
    addSubProductIds: toLive(await listProductsById(tx, shopId, collect("addSubProductIds"))),
    addSubVariantIds: toLive(await listVariantsById(tx, shopId, collect("addSubVariantIds"))),
  };
  return update.flatMap(({ sourceProducts }, entry) =>
    sourceProducts.flatMap((source, place) =>
      ADD_LISTS.flatMap(([name, thing]) =>
        (source[name] ?? []).flatMap((id, index) =>
          id === null || live[name].has(id)
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

function applyKnown(update: ReadableUpdate, open: Map<string, Open>): FieldError[] {
  return update.flatMap(({ babHandle, sourceProducts }, entry) => {
    const bundle = open.get(babHandle);
    if (!bundle) return [];
    return sourceProducts.flatMap((source, place) =>
      apply(source, bundle.after.products, `/${entry}/sourceProducts/${place}`),
    );
  });
}

function apply(source: SourceProduct, products: BundleConfiguration["products"], at: string): FieldError[] {
  if (source.sourceProductId === null) return [];
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
    code: TOO_MANY,
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
type Ids = (number | null)[] | null | undefined;

const toIds = (ids: Ids): number[] => (ids ?? []).filter((id) => id !== null);

/** Adding an id that is there, or deleting one that is not, changes nothing, not even the order. */
function toNext(ids: number[], add: Ids, remove: Ids): number[] {
  const removed = new Set(toIds(remove));
  return [...new Set([...ids, ...toIds(add)].filter((id) => !removed.has(id)))];
}
