import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole, type PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import { choiceValue, readChoice } from "~/features/bulk-automations/kinds/kinds.server";
import {
  applyDraft,
  cancelAutomation,
  continueAutomation,
  discardDraft,
  getTask,
  pauseAutomation,
  retryFailed,
  scheduleDraft,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { toCsvDownload } from "~/http/endpoint/download.server";
import { fileRoute, pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage, staffRead } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import type { RealTime } from "~/lib/clocks";
import type { FieldError } from "~/lib/problem";
import { createDraft, getNewTaskPage, readSelection, readStart } from "./automation-form.service.server";
import { exportItems, getTaskPage, listTaskViews } from "./automation-pages.service.server";

const PAGE = "/admin/bulk-automations";
const BODY_LIMIT = 4 * 1024 * 1024;

const taskParams = z.object({ automationId: pageId });

/** One `id` per ticked contract; with the scope "all", the filters in the URL count instead. */
const chosen = z.object({
  scope: z.enum(["all"]).optional(),
  change: z.preprocess((given) => (given === "" ? undefined : given), choiceValue().optional()),
  id: z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(z.coerce.number().int())),
});

/** The choice itself reads the fields it asks for. */
const newTask = z.looseObject({
  change: choiceValue("Say what is to be done."),
  scope: z.enum(["all", "filter", "ids"], { error: "Say which contracts." }),
  ids: z.string().optional(),
  filter: z.string().optional(),
});

/** Errors of the well-formed part of a form whose other part is not well formed. */
async function findFormErrors(shop: PrincipalShop, sent: unknown): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const change = newTask.pick({ change: true }).safeParse(sent).data?.change;
  const selection = newTask.omit({ change: true }).safeParse(sent).data;
  if (change) await readChoice(change, sent, shop, errors);
  if (selection) await readSelection(shop, selection, errors);
  return errors;
}

type Change = (shopId: number, id: number, audit: Audit<RealTime>) => Promise<void>;

const defineChange = (operationId: string, done: string, change: Change) =>
  staffChange(operationId, "editor", {
    params: taskParams,
    done: ({ params }) => `${PAGE}/${params.automationId}?done=${done}`,
    handler: ({ principal, params, realAudit }) => change(principal.shop.id, params.automationId, realAudit),
  });

const applyAll: Change = (shopId, id, audit) => applyDraft(shopId, id, audit, { isFirstBatchOnly: false });
const applyFirstBatch: Change = (shopId, id, audit) =>
  applyDraft(shopId, id, audit, { isFirstBatchOnly: true });

const downloadPlan = staffRead("downloadBulkAutomationPlan", "viewer", {
  params: taskParams,
  handler: async ({ principal: { shop }, params, context }) => {
    const task = await getTask(shop.id, params.automationId);
    return toCsvDownload(`bulk-change-${task.id}.csv`, exportItems(shop, task), context, shop.id);
  },
});

export const tasksLoader = staffPage("readBulkAutomationTasks", "viewer", {
  handler: async ({ principal: { shop, role }, context }) => ({
    now: context.receivedAt,
    mayChange: hasRole(role, "editor"),
    tasks: await listTaskViews(shop, context.receivedAt),
  }),
});

export const newTaskLoader = staffPage("readNewBulkAutomation", "editor", {
  handler: async ({ principal: { shop }, context }) => getNewTaskPage(shop, context.url.searchParams),
});

export const newTaskAction = pageAction({
  /** Make the plan of a bulk change, to be looked at. */
  preview: staffForm("previewBulkAutomation", "editor", {
    body: newTask,
    findMore: ({ principal, body }) => findFormErrors(principal.shop, body),
    bodyLimit: BODY_LIMIT,
    handler: async ({ principal: { shop, staffId }, body, realAudit }) =>
      redirect(`${PAGE}/${await createDraft(shop, body, { audit: realAudit, staffId })}`, 303),
  }),
  /** Turns the list's selection into an address, which survives a reload and can be bookmarked. */
  choose: staffForm("chooseContractsForBulkAutomation", "editor", {
    body: chosen,
    handler: async ({ body, context }) => {
      const filter = new URLSearchParams(context.url.searchParams);
      filter.delete("intent");
      // Nothing is ticked: back to the list, since the form without ids would take all contracts.
      if (body.scope !== "all" && body.id.length === 0) return redirect(`/admin/contracts?${filter}`, 303);
      const params = new URLSearchParams({
        ...(body.change && { change: body.change }),
        ...(body.scope === "all" ? { filter: filter.toString() } : { ids: body.id.join() }),
      });
      return redirect(`${PAGE}/new?${params}`, 303);
    },
  }),
});

/** A bulk change: its plan, how far it is, what became of it. */
export const taskLoader = staffPage("readBulkAutomationTask", "viewer", {
  params: taskParams,
  handler: async ({ principal: { shop, role }, params, context }) => ({
    now: context.receivedAt,
    mayChange: hasRole(role, "editor"),
    ...(await getTaskPage(shop, params.automationId, context.receivedAt)),
  }),
});

export const taskAction = pageAction({
  apply: defineChange("applyBulkAutomation", "applied", applyAll),
  try: defineChange("tryBulkAutomation", "tried", applyFirstBatch),
  schedule: staffChange("scheduleBulkAutomation", "editor", {
    params: taskParams,
    body: z.object({ startsAt: z.string().default("") }),
    done: ({ params }) => `${PAGE}/${params.automationId}?done=scheduled`,
    handler: ({ principal: { shop }, params, body, context, realAudit }) => {
      const startsAt = readStart(body.startsAt, shop, context.receivedAt);
      return scheduleDraft(shop.id, params.automationId, realAudit, startsAt);
    },
  }),
  pause: defineChange("pauseBulkAutomationTask", "paused", pauseAutomation),
  continue: defineChange("continueBulkAutomationTask", "continued", continueAutomation),
  cancel: defineChange("cancelBulkAutomationTask", "cancelled", cancelAutomation),
  discard: staffChange("discardBulkAutomation", "editor", {
    params: taskParams,
    done: `${PAGE}?done=discarded`,
    handler: ({ principal, params }) => discardDraft(principal.shop.id, params.automationId),
  }),
  retry: defineChange("retryBulkAutomation", "retried", retryFailed),
  undo: staffForm("undoBulkAutomationTask", "editor", {
    params: taskParams,
    handler: async ({ principal: { shop, staffId }, params, realAudit }) => {
      const undo = await undoAutomation(shop.id, params.automationId, { audit: realAudit, staffId });
      return redirect(`${PAGE}/${undo.id}`, 303);
    },
  }),
});

export const planDownload = fileRoute(downloadPlan);
