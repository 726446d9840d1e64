import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole, type PrincipalShop, type StaffPrincipal, toRealAudit } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import {
  createDraft,
  getNewTaskPage,
  readSelection,
  readStart,
} from "~/features/bulk-automations/admin/automation-form.service.server";
import {
  exportItems,
  getTaskPage,
  listTaskViews,
} from "~/features/bulk-automations/admin/automation-pages.service.server";
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
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toCsvDownload } from "~/http/endpoint/download.server";
import { fileRoute, pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { pageId } from "~/http/request/page-fields";
import type { RequestContext } from "~/http/request/request-context.server";
import type { RealTime } from "~/lib/clocks";
import type { FieldError } from "~/lib/problem";

const PAGE = "/admin/bulk-automations";
const BODY_LIMIT = 4 * 1024 * 1024;

const taskParams = z.object({ automationId: pageId });

const toStarter = (principal: StaffPrincipal, context: RequestContext) => ({
  audit: toRealAudit(principal, context),
  staffId: principal.staffId,
});

const readTasks = defineEndpoint({
  operationId: "readBulkAutomationTasks",
  summary: "The newest bulk changes",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop, role }, context }) => ({
    now: context.receivedAt,
    mayChange: hasRole(role, "editor"),
    tasks: await listTaskViews(shop, context.receivedAt),
  }),
});

const readNewTask = defineEndpoint({
  operationId: "readNewBulkAutomation",
  summary: "What the form for a new bulk change starts from",
  method: "GET",
  access: { staff: "editor" },
  handler: async ({ principal: { shop }, context }) => getNewTaskPage(shop, context.url.searchParams),
});

/** One `id` per ticked contract; with the scope "all", the filters in the URL count instead. */
const chosen = z.object({
  scope: z.enum(["all"]).optional(),
  change: z.preprocess((given) => (given === "" ? undefined : given), choiceValue().optional()),
  id: z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(z.coerce.number().int())),
});

/** Turns the list's selection into an address, which survives a reload and can be bookmarked. */
const chooseContracts = defineEndpoint({
  operationId: "chooseContractsForBulkAutomation",
  summary: "Take the contract list's selection to the form",
  method: "POST",
  access: { staff: "editor" },
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

const previewTask = defineEndpoint({
  operationId: "previewBulkAutomation",
  summary: "Make the plan of a bulk change, to be looked at",
  method: "POST",
  access: { staff: "editor" },
  body: newTask,
  findMore: ({ principal, body }) => findFormErrors(principal.shop, body),
  bodyLimit: BODY_LIMIT,
  handler: async ({ principal, body, context }) =>
    redirect(`${PAGE}/${await createDraft(principal.shop, body, toStarter(principal, context))}`, 303),
});

const readTask = defineEndpoint({
  operationId: "readBulkAutomationTask",
  summary: "A bulk change: its plan, how far it is, what became of it",
  method: "GET",
  access: { staff: "viewer" },
  params: taskParams,
  handler: async ({ principal: { shop, role }, params, context }) => ({
    now: context.receivedAt,
    mayChange: hasRole(role, "editor"),
    ...(await getTaskPage(shop, params.automationId, context.receivedAt)),
  }),
});

type Change = (shopId: number, id: number, audit: Audit<RealTime>) => Promise<void>;

const defineChange = (operationId: string, summary: string, done: string, change: Change) =>
  defineEndpoint({
    operationId,
    summary,
    method: "POST",
    access: { staff: "editor" },
    params: taskParams,
    handler: async ({ principal, params, context }) => {
      const id = params.automationId;
      await change(principal.shop.id, id, toStarter(principal, context).audit);
      return redirect(`${PAGE}/${id}?done=${done}`, 303);
    },
  });

const applyAll: Change = (shopId, id, audit) => applyDraft(shopId, id, audit, { isFirstBatchOnly: false });
const applyFirstBatch: Change = (shopId, id, audit) =>
  applyDraft(shopId, id, audit, { isFirstBatchOnly: true });

const scheduleTask = defineEndpoint({
  operationId: "scheduleBulkAutomation",
  summary: "Start a bulk change later",
  method: "POST",
  access: { staff: "editor" },
  params: taskParams,
  body: z.object({ startsAt: z.string().default("") }),
  handler: async ({ principal, params, body, context }) => {
    const id = params.automationId;
    const startsAt = readStart(body.startsAt, principal.shop, context.receivedAt);
    await scheduleDraft(principal.shop.id, id, toStarter(principal, context).audit, startsAt);
    return redirect(`${PAGE}/${id}?done=scheduled`, 303);
  },
});

const discardPreview = defineEndpoint({
  operationId: "discardBulkAutomation",
  summary: "Forget a preview",
  method: "POST",
  access: { staff: "editor" },
  params: taskParams,
  handler: async ({ principal, params }) => {
    await discardDraft(principal.shop.id, params.automationId);
    return redirect(`${PAGE}?done=discarded`, 303);
  },
});

const undoTask = defineEndpoint({
  operationId: "undoBulkAutomationTask",
  summary: "Take the changes of a bulk change back",
  method: "POST",
  access: { staff: "editor" },
  params: taskParams,
  handler: async ({ principal, params, context }) => {
    const undo = await undoAutomation(principal.shop.id, params.automationId, toStarter(principal, context));
    return redirect(`${PAGE}/${undo.id}`, 303);
  },
});

const downloadPlan = defineEndpoint({
  operationId: "downloadBulkAutomationPlan",
  summary: "Every contract of a bulk change as CSV",
  method: "GET",
  access: { staff: "viewer" },
  params: taskParams,
  handler: async ({ principal: { shop }, params, context }) => {
    const task = await getTask(shop.id, params.automationId);
    return toCsvDownload(`bulk-change-${task.id}.csv`, exportItems(shop, task), context, shop.id);
  },
});

export const tasksLoader = pageLoader(readTasks);
export const newTaskLoader = pageLoader(readNewTask);
export const newTaskAction = pageAction({ preview: previewTask, choose: chooseContracts });
export const taskLoader = pageLoader(readTask);
export const taskAction = pageAction({
  apply: defineChange("applyBulkAutomation", "Apply a plan to all its contracts", "applied", applyAll),
  try: defineChange("tryBulkAutomation", "Apply a plan to its first contracts", "tried", applyFirstBatch),
  schedule: scheduleTask,
  pause: defineChange("pauseBulkAutomationTask", "Pause a bulk change", "paused", pauseAutomation),
  continue: defineChange(
    "continueBulkAutomationTask",
    "Continue a bulk change",
    "continued",
    continueAutomation,
  ),
  cancel: defineChange("cancelBulkAutomationTask", "Cancel a bulk change", "cancelled", cancelAutomation),
  discard: discardPreview,
  retry: defineChange("retryBulkAutomation", "Try failed contracts again", "retried", retryFailed),
  undo: undoTask,
});
export const planDownload = fileRoute(downloadPlan);
