import { expect, test } from "vitest";
import { z } from "zod";
import { textsOf } from "~/features/customer-pages/portal-language";
import { portalForms } from "~/features/portal/forms/portal-actions.endpoints.server";
import type { PortalEndpoint } from "~/features/portal/forms/portal-form.server";
import { PORTAL_ACTIONS } from "~db/schema/portal-enums";
import { openContract, saveSettings } from "../support/calls/portal-contract";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ currencyCode: "EUR" });

const LONG = "x".repeat(30_000);
const aField = { help: "", choices: [], maxLength: 3, isRequired: true, productIds: null };

/** A contract on whose line customers are asked for two attributes, and a sender of forms on its pages. */
async function openForms() {
  await saveSettings(shop, {
    enabledActions: [...PORTAL_ACTIONS],
    attributeFields: [
      { ...aField, name: "Grind", label: "How fine?" },
      { ...aField, name: "Ribbon", label: "" },
    ],
  });
  const { portal, contract } = await openContract(shop);
  const line = String(contract.lines[0]?.id);
  /** Sends a form as its page would, and lists what the summary links to. */
  async function refuse(intent: string, view: string, fields: Record<string, string>) {
    const { subscriptionContractId } = contract;
    const { html } = await portal.post({ contract: subscriptionContractId, line, view, intent }, fields);
    return [...html.matchAll(/<a href="#f-([^"]+)">([^<]*)<\/a>/g)].map(([, name, label]) => [name, label]);
  }
  return { refuse, line };
}

test("the summary of a refused form names its fields as their labels do, in the order of the page", async () => {
  const { refuse, line } = await openForms();
  const names = ["phone", "country", "province", "city", "zip", "address2", "address1", "company"];
  const address = Object.fromEntries([...names, "lastName", "firstName"].map((name) => [name, LONG]));
  expect(await refuse("address", "address", address)).toEqual([
    ["firstName", "First name"],
    ["lastName", "Last name"],
    ["company", "Company"],
    ["address1", "Street and number"],
    ["address2", "Flat, floor or building"],
    ["zip", "Postcode"],
    ["city", "Town or city"],
    ["province", "State or province"],
    ["country", "Country"],
    ["phone", "Phone"],
  ]);
  const date = [["date", "New date"]];
  expect(await refuse("reschedule", "reschedule", { date: "soon" })).toEqual(date);
  expect(await refuse("pause-until", "pause", { date: "soon" })).toEqual(date);
  expect(await refuse("frequency", "frequency", { frequency: "other", count: "0", unit: "WEEK" })).toEqual([
    ["count", "Another frequency"],
  ]);
  const quantity = [["quantity", "Quantity"]];
  expect(await refuse("quantity", "line", { line, quantity: "0" })).toEqual(quantity);
  expect(await refuse("add-line", "add-line", { variant: "1", quantity: "0" })).toEqual(quantity);
  const product = { attempt: "1", variant: "1", handle: "honey", quantity: "0" };
  expect(await refuse("add-product", "add", product)).toEqual(quantity);
  const code = [["code", "Discount code"]];
  expect(await refuse("apply-code", "line", { line, code: "" })).toEqual(code);
  expect(await refuse("apply-code", "line", { line, code: "UNKNOWN" })).toEqual(code);
  expect(await refuse("cancel", "cancel", { reason: LONG, comment: LONG })).toEqual([
    ["comment", "Anything else you’d like to tell us?"],
    ["reason", "Why do you want to cancel?"],
  ]);
  expect(await refuse("order-note", "note", { attempt: "1", note: LONG })).toEqual([["note", "Note"]]);
});

test("the summary names an attribute as the shop asks for it, else by its own name", async () => {
  const { refuse, line } = await openForms();
  const asked = { "key-0": "Grind", "value-0": "coarse", "key-1": "Ribbon", "value-1": "green" };
  expect(await refuse("attributes", "line", { line, ...asked })).toEqual([
    ["value-0", "How fine?"],
    ["value-1", "Ribbon"],
  ]);
  await saveSettings(shop, { attributeFields: [] });
  const own = {
    "key-2": "",
    "value-2": "x",
    "key-3": "Size",
    "value-3": "S",
    "key-4": "Size",
    "value-4": "L",
  };
  expect(await refuse("attributes", "line", { line, ...own })).toEqual([
    ["key-2", "Name"],
    ["key-4", "Name"],
  ]);
  // Such a line is on no page of ours.
  expect(await refuse("attributes", "line", { ...own, line: "x" })).toEqual([
    ["line", "line"],
    ["key-2", "Name"],
    ["key-4", "Name"],
  ]);
});

/** Fields that a page fills in itself, and choices of which one is always made. */
const FILLED_IN = [
  ...["version", "line", "attempt", "tries", "variant", "handle", "plan", "discount", "method", "frequency"],
  ...["unit", "status", "skip", "undo", "isUndo", "again", "countedFrom", "slot"],
];

/** Names of the fields that a form declares. */
function listDeclared(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((part) => listDeclared(part));
  if (!(schema instanceof z.ZodPipe)) throw new Error("Say how the fields of such a form are found.");
  return listDeclared(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
}

function listUnlabelled([intent, form]: [string, PortalEndpoint]): string[] {
  const { body, refusals = {}, fieldOf = {}, checkOf = {}, labelOf } = form;
  const names = [
    ...listDeclared(body).map((name) => fieldOf[name] ?? name),
    ...Object.keys(checkOf),
    ...Object.values(refusals).flatMap((each) => (typeof each === "object" ? [each.field] : [])),
    ...(intent === "attributes" ? ["key-0", "value-0"] : []),
  ].filter((name) => !FILLED_IN.includes(name));
  const labels = labelOf?.(textsOf("en"), { names, submitted: {}, asked: [] }) ?? {};
  return names.filter((name) => !labels[name]).map((name) => `${intent}: ${name}`);
}

test("each form labels each of its fields that can be refused", () => {
  expect(Object.entries(portalForms).length).toBeGreaterThan(20);
  expect(Object.entries(portalForms).flatMap(listUnlabelled)).toEqual([]);
});
