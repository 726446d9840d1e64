import { z } from "zod";
import { type PrincipalShop, toRealAudit } from "~/access/principal";
import { parseContractIds } from "~/features/bulk-automations/automation-input";
import { readParameters, toParameterExamples } from "~/features/bulk-automations/kinds/kinds.server";
import {
  AUTOMATION_RECORD_EXAMPLE,
  type AutomationRecord,
} from "~/features/bulk-automations/tasks/automation-record.server";
import { toRecords } from "~/features/bulk-automations/tasks/automation-view.service.server";
import {
  createAutomation,
  type Selection,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { toApiOrigin } from "~/http/request/request-context.server";
import { type FieldError, invalidRequest } from "~/lib/problem";
import { requireContracts } from "./automation-request.service.server";
import { AUTOMATIONS_PATH, automationRecord } from "./bulk-automations.endpoints.server";

const BODY_LIMIT = 4 * 1024 * 1024;
const EXAMPLES = toParameterExamples();

const body = z.object({
  // Looked up by the handler, so that an unknown kind is reported together with other errors.
  kind: z
    .string()
    .transform((text) => text.trim().toUpperCase())
    .meta({
      type: "string",
      description: "What to change. In any case.",
      enum: EXAMPLES.map(([kind]) => kind),
      examples: ["LINE_PRICE"],
    }),
  parameters: z
    .record(z.string(), z.unknown())
    .meta({ description: "The parameters of the kind; see the operation's description" }),
  allSubscriptions: z
    .boolean()
    .optional()
    .meta({ description: "Every contract of the shop.", default: false }),
  subscriptionIds: z.string().optional().meta({
    description:
      "Ids of contracts (`subscriptionContractId`), separated by commas. Required unless `allSubscriptions` is true.",
  }),
});

type Body = z.output<typeof body>;

async function readSelection(
  shop: PrincipalShop,
  { allSubscriptions, subscriptionIds = "" }: Pick<Body, "allSubscriptions" | "subscriptionIds">,
  errors: FieldError[],
): Promise<Selection> {
  if (allSubscriptions) return { type: "ALL" };
  const { ids, wrong } = parseContractIds(subscriptionIds, /,/);
  if (ids.length + wrong.length === 0)
    errors.push({
      pointer: "/subscriptionIds",
      code: "required",
      detail: "Give ids of contracts, or set allSubscriptions to true.",
    });
  return { type: "IDS", contractIds: await requireContracts(shop.id, ids, wrong, errors) };
}

const [what, selected] = [
  body.pick({ kind: true, parameters: true }),
  body.pick({ allSubscriptions: true, subscriptionIds: true }),
];

/** Errors of the well-formed part of a body whose other part is not well formed. */
async function findMore(shop: PrincipalShop, sent: unknown): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const [change, selection] = [what.safeParse(sent).data, selected.safeParse(sent).data];
  if (change) await readParameters(change.kind, change.parameters, shop, errors);
  if (selection) await readSelection(shop, selection, errors);
  return errors;
}

/** Any kind of bulk change (docs/wire.md §2 "6", siblings). */
export const createBulkAutomation = defineEndpoint({
  operationId: "createBulkAutomation",
  summary: "Change many contracts",
  description: [
    "Starts a bulk change that runs in the background, and responds at once; the same rules apply as for the delivery price of many contracts. A 400 response lists all errors. Examples of `parameters` by `kind`:",
    "",
    ...EXAMPLES.map(
      ([kind, examples]) => `- ${kind}: ${examples.map((one) => `\`${JSON.stringify(one)}\``).join(" or ")}`,
    ),
  ].join("\n"),
  tag: "Bulk changes",
  method: "POST",
  path: AUTOMATIONS_PATH,
  access: { apiKey: "bulk:write" },
  body,
  bodyExample: {
    kind: "LINE_PRICE",
    parameters: { variantId: 42_000_000_001, percent: "5" },
    subscriptionIds: "10000000001,10000000002",
  },
  findMore: ({ principal, body: sent }) => findMore(principal.shop, sent),
  bodyLimit: BODY_LIMIT,
  status: 201,
  response: automationRecord,
  example: { ...AUTOMATION_RECORD_EXAMPLE, kind: "LINE_PRICE", deliveryPrice: null, allSubscriptions: false },
  responseHeaders: { Location: "URL of the bulk change" },
  problems: ["conflict"],
  handler: async ({ principal, body: wanted, context }) => {
    const { shop } = principal;
    const errors: FieldError[] = [];
    const change = await readParameters(wanted.kind, wanted.parameters, shop, errors);
    const selection = await readSelection(shop, wanted, errors);
    if (errors.length > 0 || !change) throw invalidRequest(errors);
    const task = await createAutomation(
      shop.id,
      { ...change, selection, isDraft: false },
      { audit: toRealAudit(principal, context), staffId: null },
    );
    const [record] = await toRecords(shop.id, [task], context.receivedAt);
    if (!record) throw new Error("a bulk change that was made is not there");
    return record;
  },
  toResponse: (record: AutomationRecord, context) =>
    jsonResponse(JSON.stringify(record), context, {
      status: 201,
      headers: { Location: `${toApiOrigin(context.request)}${AUTOMATIONS_PATH}/${record.id}` },
    }),
});
