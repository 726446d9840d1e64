import { redirect } from "@remix-run/node";
import { z } from "zod";
import { idField } from "~/features/contracts/operations/definition/form-fields";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import {
  dryRunNewContract,
  getNewContractPage,
  listVariantChoices,
  submitNewContract,
  type VariantChoice,
} from "./new-contract.service.server";
import { type SentForm, withLine, withoutLine } from "./new-contract-form";

/** What the page shows after a step without scripts: the values sent, and the products found. */
export type FormStep = { sent: SentForm; found: VariantChoice[] | null };

/** If a name is repeated, its last value counts, as on other pages. */
const sentForm = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .transform(
    (fields): SentForm =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1) ?? ""])),
  );

/** Without scripts, buttons of the form add and remove products; nothing else in the form changes. */
function takeStep(step: string, sent: SentForm, choices: VariantChoice[]): FormStep {
  const [name, value = ""] = step.split(":");
  const chosen = choices.find(({ variantId }) => variantId === value);
  if (name === "add" && chosen)
    return { sent: withLine({ ...sent, productSearch: "" }, chosen), found: null };
  if (name === "remove") return { sent: withoutLine(sent, Number(value)), found: null };
  return { sent, found: choices };
}

export const newContractLoader = staffPage("readNewContractPage", "editor", {
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

export const variantChoicesLoader = staffPage("readVariantChoices", "editor", {
  query: z.object({ q: z.string().max(200).default("") }),
  handler: ({ principal, query }) => listVariantChoices(principal.shop, query.q),
});

export const newContractAction = pageAction({
  /** Make a contract from the admin's form; or look for its products, or say what an order would cost. */
  make: staffForm("submitNewContract", "editor", {
    body: sentForm,
    handler: async ({ principal, body: { step, tryOut, ...sent }, audit }) => {
      const { shop } = principal;
      if (tryOut) return { dryRun: { lines: await dryRunNewContract(shop, sent, audit) }, sent };
      if (step) return takeStep(step, sent, await listVariantChoices(shop, sent.productSearch ?? ""));
      return redirect(`/admin/contracts/${await submitNewContract(shop, sent, audit)}?done=created`, 303);
    },
  }),
});
