import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toAudit } from "~/access/principal";
import {
  findProductsToAdd,
  getBundleEditor,
  getBundleList,
  previewDraft,
} from "~/features/bundles/admin/bundle-admin.service.server";
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
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonRoute, pageAction, pageLoader } from "~/http/endpoint/routes.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { inParts } from "~/lib/schemas/in-parts";

/** Parameters of the list's address that make no sense are ignored, not refused. */
const listQuery = z.object({
  tab: z.enum(BUNDLE_TABS).catch("all"),
  q: z.string().trim().max(200).catch(""),
  page: z.coerce.number().int().min(0).max(10_000).catch(0),
});

const readBundleList = defineEndpoint({
  operationId: "readBundleList",
  summary: "The bundle list of the admin",
  method: "GET",
  access: { staff: "viewer" },
  query: listQuery,
  handler: ({ principal, query: { q, ...query }, context }) =>
    getBundleList(principal, { ...query, search: q }, context.now),
});

const bundleId = z.coerce.number({ error: "Choose a bundle." }).int().positive().max(Number.MAX_SAFE_INTEGER);
const onBundle = z.object({ bundleId });

/** Back to the list with its tab, search and page, and a message about what was done. A reload repeats nothing. */
function backToList({ url }: RequestContext, done: string): Response {
  const search = new URLSearchParams(url.searchParams);
  search.delete("intent");
  search.delete("archive");
  search.set("done", done);
  return redirect(`/admin/bundles?${search}`, 303);
}

/** To a bundle's page, which leads back to the list as it was left, and a message of what was done. */
function toEditor({ url }: RequestContext, id: number, done: string): Response {
  const list = url.searchParams.get("list");
  return redirect(`/admin/bundles/${id}?${new URLSearchParams({ ...(list && { list }), done })}`, 303);
}

/** A button beside a bundle in the list. */
const defineListForm = (
  operationId: string,
  summary: string,
  done: string,
  run: (shopId: number, id: number, audit: ReturnType<typeof toAudit>) => Promise<unknown>,
) =>
  defineEndpoint({
    operationId,
    summary,
    method: "POST",
    access: { staff: "editor" },
    body: onBundle,
    handler: async ({ principal, body, context }) => {
      await run(principal.shop.id, body.bundleId, toAudit(principal, context));
      return backToList(context, done);
    },
  });

export const bundleListLoader = pageLoader(readBundleList);
export const bundleListAction = pageAction({
  activate: defineListForm("activateBundle", "Open a bundle for customers", "activated", (shop, id, audit) =>
    setBundleActive(shop, id, true, audit),
  ),
  deactivate: defineListForm(
    "deactivateBundle",
    "Close a bundle for customers",
    "deactivated",
    (shop, id, audit) => setBundleActive(shop, id, false, audit),
  ),
  duplicate: defineListForm("duplicateBundle", "Copy a bundle", "duplicated", duplicateBundle),
  archive: defineListForm("archiveBundle", "Put a bundle aside", "archived", (shop, id, audit) =>
    archiveBundle(shop, id, true, audit),
  ),
  restore: defineListForm(
    "restoreBundle",
    "Take a bundle out of the archive",
    "restored",
    (shop, id, audit) => archiveBundle(shop, id, false, audit),
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

const readBundleEditor = defineEndpoint({
  operationId: "readBundleEditor",
  summary: "The bundle editor of the admin",
  method: "GET",
  access: { staff: "viewer" },
  params: editorParams,
  handler: ({ principal, params, context }) =>
    getBundleEditor(principal, readBundleId(params.bundleId), context.now),
});

const version = z.coerce.number({ error: "Load the page again." }).int().min(0);
const optionalHandle = z.preprocess(
  (given) => (given === "" ? null : given),
  handleSchema.nullable().default(null),
);

const saveEditor = defineEndpoint({
  operationId: "saveBundle",
  summary: "Save a bundle, or make a new one",
  method: "POST",
  access: { staff: "editor" },
  params: editorParams,
  body: inParts(bundleSchema, z.object({ version, handle: optionalHandle })),
  handler: async ({ principal, params, body: { version: seen, handle, ...bundle }, context }) => {
    const audit = toAudit(principal, context);
    const id = readBundleId(params.bundleId);
    if (id !== null) {
      return { version: await saveBundle(principal.shop.id, id, { bundle, version: seen }, audit) };
    }
    const created = await createBundle(principal.shop.id, { bundle, handle }, audit);
    throw toEditor(context, created, "created");
  },
});

const undoSave = defineEndpoint({
  operationId: "undoBundleSave",
  summary: "Take the last save of a bundle back",
  method: "POST",
  access: { staff: "editor" },
  params: editorParams,
  body: z.object({ version }),
  handler: async ({ principal, params, body, context }) => {
    const id = requireBundleId(params.bundleId);
    await undoLastSave(principal.shop.id, id, body.version, toAudit(principal, context));
    throw toEditor(context, id, "undone");
  },
});

export const bundleEditorLoader = pageLoader(readBundleEditor);
export const bundleEditorAction = pageAction({ save: saveEditor, undo: undoSave });

const previewBundlePage = defineEndpoint({
  operationId: "previewBundle",
  summary: "What a bundle would look like to customers, and what is wrong with it",
  method: "POST",
  access: { staff: "viewer" },
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

const readProductsToAdd = defineEndpoint({
  operationId: "readProductsToAdd",
  summary: "Products for the picker of the bundle editor",
  method: "GET",
  access: { staff: "viewer" },
  query: z.object({ q: z.string().max(200).default("") }),
  handler: ({ principal, query }) => findProductsToAdd(principal.shop.id, query.q),
});

export const productsToAddLoader = pageLoader(readProductsToAdd);

const makeMissingPlan = defineEndpoint({
  operationId: "makeBundlePlan",
  summary: "Make the selling plan that a bundle's frequency lacks",
  method: "POST",
  access: { staff: "editor" },
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
  handler: ({ principal, body, context }) => makePlan(principal.shop.id, body, toAudit(principal, context)),
});

/** The editor calls it when no plan sells a frequency. */
export const sellingPlanAction = pageAction({ make: makeMissingPlan });
