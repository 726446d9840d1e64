import { z } from "zod";
import { toRealAudit } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import { deliveryPriceKind } from "~/features/bulk-automations/kinds/delivery-price.server";
import { toRecordExample } from "~/features/bulk-automations/kinds/kinds.server";
import {
  AUTOMATION_ITEMS_EXAMPLE,
  AUTOMATION_RECORD_EXAMPLE,
  automationItem,
  toAutomationItem,
  toAutomationSchema,
} from "~/features/bulk-automations/tasks/automation-record.server";
import { toRecords } from "~/features/bulk-automations/tasks/automation-view.service.server";
import {
  type AutomationRow,
  countAutomations,
  listAutomations,
} from "~/features/bulk-automations/tasks/automations.repo.server";
import {
  cancelAutomation,
  continueAutomation,
  createAutomation,
  getTask,
  pauseAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { findItemPage } from "~/features/bulk-automations/tasks/items.repo.server";
import { toExactPage, toExactPageHeaders } from "~/http/endpoint/counted-page.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { enumValue, wholeNumber } from "~/http/request/query-parameters";
import type { RealTime } from "~/lib/clocks";
import { MAX_INT32, MAX_PRICE } from "~/lib/limits";
import { notFound } from "~/lib/problem";
import { ITEM_STATUSES } from "~db/schema/bulk-automations";
import { readPriceSelection } from "./automation-request.service.server";

export const AUTOMATIONS_PATH = `${MERCHANT}/bulk-automations`;
const ONE_AUTOMATION_PATH = `${AUTOMATIONS_PATH}/{automationId}`;
const BODY_LIMIT = 4 * 1024 * 1024;
const DEFAULT_SIZE = 20;
const MAX_SIZE = 2000;

export const automationRecord = toAutomationSchema();
const pathId = z.object({
  automationId: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "Use the id of a bulk change.")
    .transform(Number)
    .meta({ description: "Id of the bulk change.", type: "integer", format: "int64", minimum: 1 }),
});
const paging = {
  page: wholeNumber(0, MAX_INT32, { description: "Number of the page, from 0.", default: 0 }),
  size: wholeNumber(1, MAX_SIZE, { description: "Entries per page.", default: DEFAULT_SIZE }),
};
const PAGE_HEADERS = toExactPageHeaders("entries");

const read = { tag: "Bulk changes", method: "GET", access: { apiKey: "bulk:read" } } as const;
const write = { tag: "Bulk changes", access: { apiKey: "bulk:write" } } as const;
const ofOne = { path: ONE_AUTOMATION_PATH, params: pathId, problems: ["not_found" as const] };

/** Integrators do not see drafts: these are plans that staff are reviewing. */
async function getListedTask(shopId: number, id: number): Promise<AutomationRow> {
  const task = await getTask(shopId, id);
  if (task.status === "DRAFT") throw notFound("There is no such bulk change.");
  return task;
}

async function toRecord(task: AutomationRow, now: RealTime) {
  const [record] = await toRecords(task.shopId, [task], now);
  return record;
}

/** Operation 6 of the specification. */
export const bulkUpdateDeliveryPrice = defineEndpoint({
  operationId: "bulkUpdateDeliveryPrice",
  summary: "Change the delivery price of many contracts",
  description: [
    "Starts a bulk change that runs in the background, and responds at once. A shop runs one at a time. The plan is frozen right away: contracts that are changed before their turn are skipped, as are cancelled and expired ones, those billed in another currency, and those that do not allow their delivery price to be overridden. Orders already made keep their delivery price.",
    "",
    "With `allSubscriptions=true` the change applies to every contract of the shop, and the body is ignored.",
    "",
    "While another bulk change of the shop runs or is paused, the response is 409; its member `bulkAutomation` is that bulk change with its progress.",
  ].join("\n"),
  ...write,
  method: "PUT",
  path: `${AUTOMATIONS_PATH}/delivery-price`,
  query: z.object({
    // Accepts anything here: its errors are reported together with those of the body.
    deliveryPrice: z
      .unknown()
      .optional()
      .meta({
        required: true,
        description:
          "The new price in the shop's currency, 0 to 999999.99, with at most the currency's decimals.",
        type: "number",
        minimum: 0,
        maximum: Number(MAX_PRICE),
        examples: [4.99],
      }),
    allSubscriptions: z
      .unknown()
      .optional()
      .meta({ description: "Every contract of the shop.", type: "boolean", default: false }),
  }),
  body: z
    .object({
      subscriptionIds: z.string().meta({
        description:
          "Ids of contracts (`subscriptionContractId`), separated by commas. Required unless `allSubscriptions=true`.",
        examples: ["10000000001,10000000002"],
      }),
    })
    .optional(),
  bodyExample: { subscriptionIds: "10000000001,10000000002" },
  // The query decides whether the body is read.
  streamsBody: true,
  bodyLimit: BODY_LIMIT,
  response: automationRecord,
  example: AUTOMATION_RECORD_EXAMPLE,
  problems: ["conflict"],
  handler: async ({ principal, query, context }) => {
    const { deliveryPrice, selection } = await readPriceSelection(
      principal.shop,
      query,
      context.request,
      BODY_LIMIT,
    );
    const task = await createAutomation(
      principal.shop.id,
      { kind: deliveryPriceKind.name, parameters: { deliveryPrice }, selection, isDraft: false },
      { audit: toRealAudit(principal, context), staffId: null },
    );
    return toRecord(task, context.receivedAt);
  },
});

export const listBulkAutomations = defineEndpoint({
  operationId: "listBulkAutomations",
  summary: "List bulk changes",
  description: "All bulk changes of the shop, newest first.",
  ...read,
  path: AUTOMATIONS_PATH,
  query: z.object(paging),
  response: z.array(automationRecord),
  example: [AUTOMATION_RECORD_EXAMPLE],
  responseHeaders: PAGE_HEADERS,
  handler: async ({ principal: { shop }, query, context }) => {
    const { page = 0, size = DEFAULT_SIZE } = query;
    const [tasks, total] = await Promise.all([
      listAutomations(shop.id, { limit: size, offset: page * size }),
      countAutomations(shop.id),
    ]);
    return { items: await toRecords(shop.id, tasks, context.receivedAt), total, page, size };
  },
  toResponse: toExactPage,
});

export const readBulkAutomation = defineEndpoint({
  operationId: "readBulkAutomation",
  summary: "Get a bulk change",
  description: "Returns its state and progress, counted by contract.",
  ...read,
  ...ofOne,
  response: automationRecord,
  example: AUTOMATION_RECORD_EXAMPLE,
  handler: async ({ principal, params, context }) =>
    toRecord(await getListedTask(principal.shop.id, params.automationId), context.receivedAt),
});

export const listBulkAutomationItems = defineEndpoint({
  operationId: "listBulkAutomationItems",
  summary: "List the contracts of a bulk change",
  description: "The plan of the bulk change, contract by contract, with the outcomes so far.",
  ...read,
  ...ofOne,
  path: `${ONE_AUTOMATION_PATH}/items`,
  query: z.object({
    ...paging,
    status: enumValue(ITEM_STATUSES, { description: "Only contracts with this outcome." }),
  }),
  response: z.array(automationItem),
  example: AUTOMATION_ITEMS_EXAMPLE,
  responseHeaders: PAGE_HEADERS,
  handler: async ({ principal: { shop }, params, query }) => {
    const { id, kind } = await getListedTask(shop.id, params.automationId);
    const { page = 0, size = DEFAULT_SIZE, status } = query;
    const { items, total } = await findItemPage(shop.id, id, { status, page, size });
    return { items: items.map((item) => toAutomationItem(item, kind, shop)), total, page, size };
  },
  toResponse: toExactPage,
});

type Change = (shopId: number, id: number, audit: Audit<RealTime>) => Promise<void>;

const defineChange = (
  name: "pause" | "continue" | "cancel",
  summary: string,
  description: string,
  change: Change,
) =>
  defineEndpoint({
    operationId: `${name}BulkAutomation`,
    summary,
    description,
    ...write,
    ...ofOne,
    method: "PUT",
    path: `${ONE_AUTOMATION_PATH}/${name}`,
    response: automationRecord,
    example: AUTOMATION_RECORD_EXAMPLE,
    problems: ["not_found", "conflict"],
    handler: async ({ principal, params, context }) => {
      const { id } = await getListedTask(principal.shop.id, params.automationId);
      await change(principal.shop.id, id, toRealAudit(principal, context));
      return toRecord(await getTask(principal.shop.id, id), context.receivedAt);
    },
  });

export const pauseBulkAutomation = defineChange(
  "pause",
  "Pause a bulk change",
  "No further contract is changed after the response. While it is paused, no other bulk change can start.",
  pauseAutomation,
);
export const continueBulkAutomation = defineChange(
  "continue",
  "Continue a paused bulk change",
  "Also continues a bulk change that waits after its first contracts.",
  continueAutomation,
);
export const cancelBulkAutomation = defineChange(
  "cancel",
  "Cancel a bulk change",
  "Contracts already changed stay changed; undo restores them.",
  cancelAutomation,
);

export const undoBulkAutomation = defineEndpoint({
  operationId: "undoBulkAutomation",
  summary: "Undo a bulk change",
  description:
    "Starts a new bulk change that restores the former values wherever the contract still has the value that was set; the others are skipped with the reason CONFLICT. Returns the new bulk change.",
  ...write,
  ...ofOne,
  method: "PUT",
  path: `${ONE_AUTOMATION_PATH}/undo`,
  response: automationRecord,
  example: {
    ...AUTOMATION_RECORD_EXAMPLE,
    id: 13,
    ...toRecordExample(null),
    allSubscriptions: false,
    undoOf: 12,
  },
  problems: ["not_found", "conflict"],
  handler: async ({ principal, params, context }) => {
    const { id } = await getListedTask(principal.shop.id, params.automationId);
    const starter = { audit: toRealAudit(principal, context), staffId: null };
    return toRecord(await undoAutomation(principal.shop.id, id, starter), context.receivedAt);
  },
});
