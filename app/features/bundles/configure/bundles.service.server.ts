import { randomBytes } from "node:crypto";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { bundleSchema, toHandle } from "~/features/bundles/rules/bundle.schema";
import { type BundleRow, toComparable, toConfiguration } from "~/features/bundles/rules/bundle-row";
import { toFieldErrors } from "~/http/request/field-errors";
import { type FieldError, invalidRequest, notFound, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { isUniqueViolation } from "~db/errors";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { inTransaction } from "~db/transaction.server";
import { requireKnownCatalogue } from "./bundle-catalogue.service.server";
import { sanitizeBundleHtml } from "./bundle-html.server";
import { holdPlansOf, requireSold } from "./bundle-plans.service.server";
import {
  insertBundle,
  listBundleProducts,
  listHandlesLike,
  lockBundle,
  setArchived,
  updateBundle,
} from "./bundles.repo.server";

export const unknownBundle = () => notFound("There is no such bundle in this shop.");

/** Rich text is cleaned when it is saved; pages clean it once more. */
const clean = (bundle: BundleConfiguration): BundleConfiguration => ({
  ...bundle,
  bundleTopHtml: sanitizeBundleHtml(bundle.bundleTopHtml),
  bundleBottomHtml: sanitizeBundleHtml(bundle.bundleBottomHtml),
});

const HANDLE_TAKEN: FieldError = {
  pointer: "/handle",
  code: "already_exists",
  detail: "Another bundle of the shop has this handle.",
};

/**
 * Creates a bundle. Its handle is the given one, or made from the name, with a number when that is taken; it never
 * changes afterwards.
 *
 * @returns its id
 * @throws ProblemError already_exists with the field handle, invalid_request for what is not in the catalogue
 */
export async function createBundle(
  shopId: number,
  { bundle, handle }: { bundle: BundleConfiguration; handle: string | null },
  audit: Audit,
): Promise<number> {
  // Another transaction may take the handle between our look and our insert; a generated handle then gets the next
  // number.
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction((tx) => addBundle(tx, shopId, { bundle, handle }, audit));
    } catch (error) {
      if (!isUniqueViolation(error, "bundles_handle_key")) throw error;
      if (handle !== null || attempt === 5)
        throw new ProblemError("already_exists", HANDLE_TAKEN.detail, { errors: [HANDLE_TAKEN] });
    }
  }
}

/** The same in a transaction of the caller, such as the one that fills a demo shop. */
export async function addBundle(
  tx: Queryable,
  shopId: number,
  { bundle, handle }: { bundle: BundleConfiguration; handle: string | null },
  audit: Audit,
): Promise<number> {
  await holdPlansOf(tx, shopId, bundle);
  await requireKnownCatalogue(tx, shopId, bundle, null);
  await requireSold(tx, shopId, bundle);
  return insertNew(tx, shopId, { bundle: clean(bundle), handle }, audit);
}

async function insertNew(
  tx: Queryable,
  shopId: number,
  { bundle, handle, ...more }: { bundle: BundleConfiguration; handle: string | null; copyOf?: string },
  audit: Audit,
): Promise<number> {
  const row = {
    shopId,
    handle: handle ?? (await findFreeHandle(tx, shopId, toHandle(bundle.name))),
    uniqueRef: randomBytes(16).toString("base64url"),
    createdAt: audit.now,
    updatedAt: audit.now,
    updatedBy: audit.actor.name,
  };
  const id = await insertBundle(tx, row, bundle);
  const after = { bundle: row.handle, name: bundle.name, ...more };
  await appendActivity(tx, { shopId, contractId: null, action: "bundle.created", after }, audit);
  return id;
}

async function findFreeHandle(tx: Queryable, shopId: number, wanted: string): Promise<string> {
  const taken = new Set(await listHandlesLike(tx, shopId, wanted));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}

/**
 * Saves an edited bundle over the version the editor saw. Nothing is written when no value has changed.
 *
 * @returns the version that is saved now
 * @throws ProblemError stale_version when somebody saved in between, invalid_request for what is not in the catalogue
 */
export function saveBundle(
  shopId: number,
  bundleId: number,
  { bundle, version }: { bundle: BundleConfiguration; version: number },
  audit: Audit,
): Promise<number> {
  return changeBundle(shopId, bundleId, version, audit, async (tx, { row, before }) => {
    if (row.archivedAt && bundle.subscriptionBundlingEnabled) throw invalidRequest([OPEN_IN_ARCHIVE]);
    await holdPlansOf(tx, shopId, bundle);
    await requireKnownCatalogue(tx, shopId, bundle, before);
    return { after: clean(bundle), action: "bundle.changed" };
  });
}

const OPEN_IN_ARCHIVE: FieldError = {
  pointer: "/subscriptionBundlingEnabled",
  code: "archived",
  detail: "Restore the bundle first: it is in the archive.",
};

/**
 * Undoes the last save; a second undo redoes it. An archived bundle stays closed. @throws ProblemError stale_version;
 * conflict when there is nothing to undo
 */
export async function undoLastSave(
  shopId: number,
  bundleId: number,
  version: number,
  audit: Audit,
): Promise<void> {
  await changeBundle(shopId, bundleId, version, audit, async (_tx, { row }) => {
    if (!row.previous) throw new ProblemError("conflict", "There is no save to undo.");
    const isOpen = row.previous.subscriptionBundlingEnabled && !row.archivedAt;
    // Versions saved before bundles had a discount code lack the field.
    const discountCode = row.previous.discountCode ?? null;
    const after = { ...row.previous, discountCode, subscriptionBundlingEnabled: isOpen };
    return { after, action: "bundle.change_undone" };
  });
}

/**
 * Opens or closes a bundle for customers; nothing is written when it already is. @throws ProblemError invalid_request
 * for what an open bundle lacks
 */
export async function setBundleActive(
  shopId: number,
  bundleId: number,
  isActive: boolean,
  audit: Audit,
): Promise<void> {
  await changeBundle(shopId, bundleId, null, audit, async (_tx, { row, before }) => {
    const after = { ...before, subscriptionBundlingEnabled: isActive };
    if (isActive && row.archivedAt) throw new ProblemError("conflict", "Restore the bundle first.");
    const checked = bundleSchema.safeParse(after);
    if (isActive && !checked.success)
      throw new ProblemError(
        "invalid_request",
        `“${before.name}” is not ready: ${toSentence(checked.error)}`,
        {
          errors: toFieldErrors(checked.error, "body", after),
        },
      );
    return { after, action: isActive ? "bundle.activated" : "bundle.deactivated" };
  });
}

const toSentence = ({ issues }: { issues: { message: string }[] }): string =>
  issues.map(({ message }) => message).join(" ");

type Open = { row: BundleRow; before: BundleConfiguration };
type Change = { after: BundleConfiguration; action: `bundle.${string}` };

/** @returns the version that is saved now */
function changeBundle(
  shopId: number,
  bundleId: number,
  version: number | null,
  audit: Audit,
  decide: (tx: Queryable, open: Open) => Promise<Change>,
): Promise<number> {
  return inTransaction(async (tx) => {
    const row = await lockBundle(tx, shopId, bundleId);
    if (!row) throw unknownBundle();
    if (version !== null && row.version !== version)
      throw new ProblemError("stale_version", `${row.updatedBy} has saved this bundle in the meantime.`);
    const before = toConfiguration(row, await listBundleProducts(tx, shopId, [bundleId]));
    const { after, action } = await decide(tx, { row, before });
    const change = toChange(toComparable(before), toComparable(after));
    if (!change) return row.version;
    await holdPlansOf(tx, shopId, after);
    await requireSold(tx, shopId, after);
    const saved = await updateBundle(
      tx,
      row,
      { before, after },
      { updatedAt: audit.now, updatedBy: audit.actor.name },
    );
    await appendActivity(
      tx,
      {
        shopId,
        contractId: null,
        action,
        before: { bundle: row.handle, ...change.before },
        after: { bundle: row.handle, ...change.after },
      },
      audit,
    );
    return saved;
  });
}

/** Copies a bundle, closed, under a handle of its own. @returns the copy's id */
export function duplicateBundle(shopId: number, bundleId: number, audit: Audit): Promise<number> {
  return inTransaction(async (tx) => {
    const row = await lockBundle(tx, shopId, bundleId);
    if (!row) throw unknownBundle();
    const bundle = toConfiguration(row, await listBundleProducts(tx, shopId, [bundleId]));
    const name = `Copy of ${bundle.name}`.slice(0, 255);
    const copy = { ...bundle, name, subscriptionBundlingEnabled: false };
    return insertNew(tx, shopId, { bundle: copy, handle: null, copyOf: row.handle }, audit);
  });
}

/** Archives a bundle, which closes it for customers, or restores it, still closed. */
export async function archiveBundle(
  shopId: number,
  bundleId: number,
  isArchived: boolean,
  audit: Audit,
): Promise<void> {
  await inTransaction(async (tx) => {
    const row = await lockBundle(tx, shopId, bundleId);
    if (!row) throw unknownBundle();
    if ((row.archivedAt !== null) === isArchived) return;
    const saved = { updatedAt: audit.now, updatedBy: audit.actor.name };
    await setArchived(tx, row, isArchived ? audit.now : null, saved);
    const action = isArchived ? "bundle.archived" : "bundle.restored";
    await appendActivity(tx, { shopId, contractId: null, action, after: { bundle: row.handle } }, audit);
  });
}
