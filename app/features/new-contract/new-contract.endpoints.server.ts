import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toAudit } from "~/access/principal";
import { idField } from "~/features/contracts/operations/definition/form-fields";
import {
  dryRunNewContract,
  getNewContractPage,
  listVariantChoices,
  submitNewContract,
  type VariantChoice,
} from "~/features/new-contract/new-contract.service.server";
import { type SentForm, withLine, withoutLine } from "~/features/new-contract/new-contract-form";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";

const readNewContractPage = defineEndpoint({
  operationId: "readNewContractPage",
  summary: "The form of a new contract in the admin",
  method: "GET",
  access: { staff: "editor" },
  query: z.object({
    q: z.string().trim().max(255).catch(""),
    customerId: idField.optional().catch(undefined),
    customer: z.literal("new").optional().catch(undefined),
  }),
  handler: ({ principal, query: { q, customerId, customer }, context }) =>
    getNewContractPage(
      principal.shop,
      { search: q, customerId: customerId ?? null, isNew: customer === "new" },
      context.now,
    ),
});

const readVariantChoices = defineEndpoint({
  operationId: "readVariantChoices",
  summary: "Variants for the product picker of a new contract",
  method: "GET",
  access: { staff: "editor" },
  query: z.object({ q: z.string().max(200).default("") }),
  handler: ({ principal, query }) => listVariantChoices(principal.shop, query.q),
});

/** What the page shows after a step without scripts: the values sent, and the products found. */
export type FormStep = { sent: SentForm; found: VariantChoice[] | null };

/** If a name is repeated, its last value counts, as on other pages. */
const sentForm = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .transform(
    (fields): SentForm =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1) ?? ""])),
  );

const submitForm = defineEndpoint({
  operationId: "submitNewContract",
  summary: "Make a contract from the admin's form; or look for its products, or say what an order would cost",
  method: "POST",
  access: { staff: "editor" },
  body: sentForm,
  handler: async ({ principal, body: { step, tryOut, ...sent }, context }) => {
    const { shop } = principal;
    const audit = toAudit(principal, context);
    if (tryOut) return { dryRun: { lines: await dryRunNewContract(shop, sent, audit) }, sent };
    if (step) return takeStep(step, sent, await listVariantChoices(shop, sent.productSearch ?? ""));
    return redirect(`/admin/contracts/${await submitNewContract(shop, sent, audit)}?done=created`, 303);
  },
});

/** Without scripts, buttons of the form add and remove products; nothing else in the form changes. */
function takeStep(step: string, sent: SentForm, choices: VariantChoice[]): FormStep {
  const [name, value = ""] = step.split(":");
  const chosen = choices.find(({ variantId }) => variantId === value);
  if (name === "add" && chosen)
    return { sent: withLine({ ...sent, productSearch: "" }, chosen), found: null };
  if (name === "remove") return { sent: withoutLine(sent, Number(value)), found: null };
  return { sent, found: choices };
}

export const newContractLoader = pageLoader(readNewContractPage);
export const variantChoicesLoader = pageLoader(readVariantChoices);
export const newContractAction = pageAction({ make: submitForm });
