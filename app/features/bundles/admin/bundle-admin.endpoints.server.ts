import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { toAudit } from "~/access/principal";
import { BUNDLE_TABS } from "~/features/bundles/configure/bundle-editor";
import { makePlan } from "~/features/bundles/configure/bundle-plans.service.server";
import {
  archiveBundle,
  createBundle,
  duplicateBundle,
  saveBundle,
  setBundleActive,
  undoLastSave,
  unknownBundle,
} from "~/features/bundles/configure/bundles.service.server";
import { bundleSchema, handleSchema, planTerms } from "~/features/bundles/rules/bundle.schema";
import { optionalPlatformId, text } from "~/features/bundles/rules/bundle-fields.schema";
import { jsonRoute, pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { inParts } from "~/lib/schemas/in-parts";
import {
  findProductsToAdd,
  getBundleEditor,
  getBundleList,
  previewDraft,
} from "./bundle-admin.service.server";

/** Parameters of the list's address that make no sense are ignored, not refused. */
const listQuery = z.object({
  tab: z.enum(BUNDLE_TABS).catch("all"),
  q: z.string().trim().max(200).catch(""),
  page: z.coerce.number().int().min(0).max(10_000).catch(0),
});

const bundleId = z.coerce.number({ error: "Choose a bundle." }).int().positive().max(Number.MAX_SAFE_INTEGER);
const onBundle = z.object({ bundleId });

/** Back to the list with its tab, search and page, and a message about what was done. A reload repeats nothing. */
function backToList({ url }: RequestContext, done: string): string {
  const search = new URLSearchParams(url.searchParams);
  search.delete("intent");
  search.delete("archive");
  search.set("done", done);
  return `/admin/bundles?${search}`;
}

/** To a bundle's page, which leads back to the list as it was left, and a message of what was done. */
function toEditor({ url }: RequestContext, id: number, done: string): Response {
  const list = url.searchParams.get("list");
  return redirect(`/admin/bundles/${id}?${new URLSearchParams({ ...(list && { list }), done })}`, 303);
}

/** A button beside a bundle in the list. */
const defineListForm = (
  operationId: string,
  done: string,
  run: (shopId: number, id: number, audit: ReturnType<typeof toAudit>) => Promise<unknown>,
) =>
  staffChange(operationId, "editor", {
    body: onBundle,
    done: ({ context }) => backToList(context, done),
    handler: ({ principal, body, audit }) => run(principal.shop.id, body.bundleId, audit),
  });

export const bundleListLoader = staffPage("readBundleList", "viewer", {
  query: listQuery,
  handler: ({ principal, query: { q, ...query }, context }) =>
    getBundleList(principal, { ...query, search: q }, context.now),
});

export const bundleListAction = pageAction({
  activate: defineListForm("activateBundle", "activated", (shop, id, audit) =>
    setBundleActive(shop, id, true, audit),
  ),
  deactivate: defineListForm("deactivateBundle", "deactivated", (shop, id, audit) =>
    setBundleActive(shop, id, false, audit),
  ),
  duplicate: defineListForm("duplicateBundle", "duplicated", duplicateBundle),
  archive: defineListForm("archiveBundle", "archived", (shop, id, audit) =>
    archiveBundle(shop, id, true, audit),
  ),
  restore: defineListForm("restoreBundle", "restored", (shop, id, audit) =>
    archiveBundle(shop, id, false, audit),
  ),
});

const editorParams = z.object({ bundleId: z.string() });

/**
 * `new` is a bundle that does not exist yet (null). Any other text that is not an id is answered like an unknown id.
 * @throws ProblemError not_found
 */
function readBundleId(text: string): number | null {
  if (text === "new") return null;
  const id = bundleId.safeParse(text);
  if (!id.success) throw unknownBundle();
  return id.data;
}

/** @throws ProblemError not_found */
function requireBundleId(text: string): number {
  const id = readBundleId(text);
  if (id === null) throw unknownBundle();
  return id;
}

const version = z.coerce.number({ error: "Load the page again." }).int().min(0);
const optionalHandle = z.preprocess(
  (given) => (given === "" ? null : given),
  handleSchema.nullable().default(null),
);

export const bundleEditorLoader = staffPage("readBundleEditor", "viewer", {
  params: editorParams,
  handler: ({ principal, params, context }) =>
    getBundleEditor(principal, readBundleId(params.bundleId), context.now),
});

export const bundleEditorAction = pageAction({
  /** Save a bundle, or make a new one. */
  save: staffForm("saveBundle", "editor", {
    params: editorParams,
    body: inParts(bundleSchema, z.object({ version, handle: optionalHandle })),
    handler: async ({ principal, params, body: { version: seen, handle, ...bundle }, context, audit }) => {
      const id = readBundleId(params.bundleId);
      if (id !== null) {
        return { version: await saveBundle(principal.shop.id, id, { bundle, version: seen }, audit) };
      }
      const created = await createBundle(principal.shop.id, { bundle, handle }, audit);
      throw toEditor(context, created, "created");
    },
  }),
  undo: staffForm("undoBundleSave", "editor", {
    params: editorParams,
    body: z.object({ version }),
    handler: async ({ principal, params, body, context, audit }) => {
      const id = requireBundleId(params.bundleId);
      await undoLastSave(principal.shop.id, id, body.version, audit);
      throw toEditor(context, id, "undone");
    },
  }),
});

/** What a bundle would look like to customers, and what is wrong with it. */
const previewBundlePage = staffForm("previewBundle", "viewer", {
  body: z.object({
    draft: z.unknown(),
    nonce: z
      .string()
      .max(100)
      .regex(/^[\w+/=-]*$/),
  }),
  handler: ({ principal, body, context }) =>
    previewDraft(principal.shop, body.draft, { nonce: body.nonce, now: context.now }),
});

/** The editor calls it while the merchant types. */
export const bundlePreview = jsonRoute(previewBundlePage);

export const productsToAddLoader = staffPage("readProductsToAdd", "viewer", {
  query: z.object({ q: z.string().max(200).default("") }),
  handler: ({ principal, query }) => findProductsToAdd(principal.shop.id, query.q),
});

/** The editor calls it when no plan sells a frequency. */
export const sellingPlanAction = pageAction({
  make: staffForm("makeBundlePlan", "editor", {
    body: inParts(
      planTerms,
      z.object({
        groupId: optionalPlatformId("SellingPlanGroup"),
        bundleName: text(255),
        productIds: z
          .string()
          .regex(/^(\d{1,15}(,\d{1,15})*)?$/, "Give ids with commas between them.")
          .default("")
          .transform((ids) => (ids === "" ? [] : [...new Set(ids.split(",").map(Number))])),
      }),
    ),
    handler: ({ principal, body, audit }) => makePlan(principal.shop.id, body, audit),
  }),
});
