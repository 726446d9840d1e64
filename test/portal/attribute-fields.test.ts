import { describe, expect, test } from "vitest";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import type { DialogView } from "~/features/contract-page/dialogs/dialog-view";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import { updateLineAttributes } from "~/features/contracts/operations/lines/line-attributes.server";
import { updateManyAttributes } from "~/features/contracts/operations/lines/many-attributes.server";
import {
  portalSettingsAction,
  portalSettingsLoader,
} from "~/features/portal/settings/portal-settings.endpoints.server";
import { findAttributeErrors } from "~/features/portal-settings/attribute-fields";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import type { AttributeField } from "~db/schema/portal-settings";
import { lineOf, namesOf as namesOfAnswer, send } from "../support/calls/contract-calls";
import { inputOf } from "../support/calls/contract-dialogs";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { saveSettings } from "../support/calls/portal-contract";
import { listForms, openPortal, toPlainText } from "../support/calls/portal-pages";
import { insertCatalogue } from "../support/data/catalogue";
import { readContractRow } from "../support/data/contract-plan";
import { insertContract, insertStaff, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ name: "Fernhill" });

const aField = (field: Partial<AttributeField> & { name: string }): AttributeField => ({
  label: "",
  help: "",
  choices: [],
  maxLength: null,
  isRequired: false,
  productIds: null,
  ...field,
});
const GRIND = aField({ name: "Grind", label: "How fine?", choices: ["fine", "coarse"], isRequired: true });
const ENGRAVING = aField({ name: "Engraving", help: "On the lid", maxLength: 10 });
const pair = (key: string, value: string) => ({ key, value });

/** A line of a product with attribute fields and one without; the first also has an attribute of its own. */
async function open() {
  const { products } = await insertCatalogue(shop.id, { products: [{ title: "Tin" }] });
  const productId = products[0]?.id ?? 0;
  await saveSettings(shop, {
    attributeFields: [
      { ...GRIND, productIds: [productId] },
      { ...ENGRAVING, productIds: [productId] },
    ],
  });
  const contract = await insertContract(shop.id, {
    lines: [{ title: "Tin", productId, customAttributes: [pair("Ribbon", "red")] }, { title: "Tea" }],
  });
  return { contract, productId, portal: await openPortal(shop, contract.customerId) };
}

const attributesOf = async (contract: Awaited<ReturnType<typeof open>>["contract"], index = 0) => {
  const { body } = await send(shop, updateLineAttributes, lineOf(contract, 1), { body: [] });
  return body.lines.nodes[index]?.customAttributes.map(({ key, value }) => `${key}: ${value}`);
};

describe("what is wrong with attributes", () => {
  const find = (stored: ReturnType<typeof pair>[], wanted: ReturnType<typeof pair>[]) =>
    findAttributeErrors([GRIND, ENGRAVING], stored, wanted).map(({ key, code }) => `${key} ${code}`);

  test("reports every invalid field at once; unknown names are allowed", () => {
    expect(find([], [pair("Ribbon", "red")])).toEqual(["Grind required"]);
    expect(find([], [pair("Grind", "medium"), pair("Engraving", "x".repeat(11))])).toEqual([
      "Grind not_a_choice",
      "Engraving too_long",
    ]);
    expect(find([], [pair("Grind", "fine"), pair("Engraving", "🎂".repeat(10))])).toEqual([]);
  });

  test("does not include unchanged values from before the merchant asked for them", () => {
    const stored = [pair("Grind", "medium"), pair("Engraving", "as long as it was")];
    expect(find(stored, [...stored, pair("Ribbon", "red")])).toEqual([]);
    expect(find([pair("Ribbon", "red")], [pair("Ribbon", "red")])).toEqual([]);
    expect(find(stored, [pair("Grind", "rough")])).toEqual(["Grind not_a_choice"]);
    // Replacing an attribute by another is a change, even by a blank one.
    expect(find([pair("Grind", "fine")], [pair("Ribbon", "")])).toEqual(["Grind required"]);
  });
});

describe("in the portal", () => {
  test("a line's page asks for them, keeps what else there is, and says what is wrong beside the field", async () => {
    const { contract, portal } = await open();
    const at = { contract: contract.subscriptionContractId, view: "line", line: contract.lines[0]?.id ?? "" };
    const page = await portal.get(at);
    expect(toPlainText(page.html)).toMatch(
      /Details How fine\? – fine coarse Engraving \(optional\) On the lid Ribbon: red Save/,
    );
    expect(page.html).not.toContain("Add a detail");
    const refused = await portal.press(page, "Save", { "value-0": "", "value-1": "For Ada and Grace" });
    expect(refused.status).toBe(400);
    expect(toPlainText(refused.html)).toContain("Please check these fields: How fine? Engraving Quantity");
    expect(refused.html).toMatch(/id="f-value-0" aria-invalid="true"/);
    expect(toPlainText(refused.html)).toContain("Please fill this in.");
    expect(refused.html).toContain('value="For Ada and Grace"');
    expect(toPlainText((await portal.press(page, "Save", { "value-0": "medium" })).html)).toContain(
      "Please choose one.",
    );
    await portal.press(page, "Save", { "value-0": "fine", "value-1": "For Ada" });
    expect(await attributesOf(contract)).toEqual(["Grind: fine", "Engraving: For Ada", "Ribbon: red"]);
    const again = await portal.get(at);
    expect(again.html).toMatch(/<option value="fine" selected="">fine<\/option>/);
  });

  test("a form that is sent without what is asked for is refused, even if nothing was there before", async () => {
    const { contract, portal } = await open();
    const at = { contract: contract.subscriptionContractId, view: "line", line: contract.lines[0]?.id ?? "" };
    const refused = await portal.press(await portal.get(at), "Save");
    expect([refused.status, toPlainText(refused.html).includes("Please fill this in.")]).toEqual([400, true]);
  });

  test("the shop's label and help keep their own direction, the page's texts beside them keep the page's", async () => {
    const { contract, portal } = await open();
    const at = { contract: contract.subscriptionContractId, view: "line", line: contract.lines[0]?.id ?? "" };
    const { html } = await portal.press(await portal.get(at), "Save", { "value-1": "For Ada and Grace" });
    expect(html).toContain("<bdi>Engraving</bdi> <small>(optional)</small>");
    expect(html).toMatch(/<small id="f-value-1-h" dir="auto">On the lid<\/small>/);
    expect(html).not.toContain('<div dir="auto">');
  });

  test("a product without attribute fields is asked for as before", async () => {
    const { contract, portal } = await open();
    const at = { contract: contract.subscriptionContractId, view: "line", line: contract.lines[1]?.id ?? "" };
    expect(toPlainText((await portal.get(at)).html)).toContain("Add a detail");
  });
});

test("both JSON calls refuse the same, and name the place of each error", async () => {
  const { contract } = await open();
  const wrong = [pair("Engraving", "For Ada and Grace"), pair("Grind", "medium")];
  for (const by of [contract.customerId, undefined]) {
    const refused = await send(shop, updateLineAttributes, lineOf(contract), { by, body: wrong });
    expect([refused.status, namesOfAnswer(refused)]).toEqual([400, ["/0/value", "/1/value"]]);
    const missing = await send(shop, updateLineAttributes, lineOf(contract), { by, body: [] });
    expect([missing.status, missing.body.errors?.map(({ code }) => code)]).toEqual([400, ["required"]]);
  }
  const { lineId, contractId } = lineOf(contract);
  const many = await send(shop, updateManyAttributes, { contractId }, { body: { [lineId]: wrong } });
  expect(namesOfAnswer(many)).toEqual([`/${lineId}/0/value`, `/${lineId}/1/value`]);
  // Errors name ids as they were sent.
  const gone = "gid://platform/SubscriptionLine/00000000-0000-4000-8000-000000000000";
  const unknown = await send(
    shop,
    updateManyAttributes,
    { contractId },
    { body: { [lineId]: [], [gone]: [] } },
  );
  expect([unknown.status, namesOfAnswer(unknown)]).toEqual([404, [`/${gone.replaceAll("/", "~1")}`]]);
});

test("the admin's dialog asks for them and refuses the same beside its fields", async () => {
  const { contract } = await open();
  const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const { subscriptionContractId: id } = contract;
  const { lineId } = lineOf(contract);
  const page = `/admin/contracts/${id}?edit=line&line=${lineId}`;
  const { data } = await ask(contractPageLoader, pageRequest(page, { cookie }), { contractId: String(id) });
  const { dialog } = data as { dialog: DialogView };
  expect(inputOf(dialog, "attributes")).toMatchObject({ asked: [{ name: "Grind" }, { name: "Engraving" }] });
  const save = async (form: Record<string, string>) => {
    const { version } = await readContractRow(contract);
    const sent = { version: String(version), lineId, quantity: "1", ...form };
    const request = pageRequest(`${page}&intent=line`, { cookie, form: sent });
    return ask(contractPageAction, request, { contractId: String(id) });
  };
  const rows = { asked0: "Grind", value0: "", asked1: "Engraving", key2: "Ribbon", value2: "red" };
  const refused = await save({ ...rows, value1: "For Ada and Grace" });
  expect(namesOf(refused.problem).sort()).toEqual(["/value0", "/value1"]);
  expect((await save({ ...rows, value0: "fine", value1: "" })).status).toBe(303);
  expect(await attributesOf(contract)).toEqual(["Grind: fine", "Ribbon: red"]);
});

test("are named on the settings page: rows with a name are kept, errors are reported by field", async () => {
  const { productId } = await open();
  const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const { data } = await ask(portalSettingsLoader, pageRequest("/admin/portal", { cookie }));
  const { fields } = data as { fields: Record<string, string> };
  const save = async (changes: Record<string, string>) => {
    const sent = Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, value]) => value));
    return ask(portalSettingsAction, pageRequest("/admin/portal?intent=save", { cookie, form: sent }));
  };
  const wrong = await save({
    "field-0-name": "_batch",
    "field-1-length": "0",
    "field-2-name": "Card",
    "field-2-products": "99",
  });
  expect(namesOf(wrong.problem).sort()).toEqual(["/field-0-name", "/field-1-length"]);
  const unknown = await save({ "field-2-name": "Card", "field-2-products": "99" });
  expect(namesOf(unknown.problem)).toEqual(["/field-2-products"]);
  const twice = await save({ "field-1-name": "Grind" });
  expect(namesOf(twice.problem)).toEqual(["/field-1-name"]);
  expect(
    (await save({ "field-0-choices": "fine\r\n\r\ncoarse\r\nfine\r\n", "field-1-name": "" })).status,
  ).toBe(303);
  expect((await readPortalSettings(shop.id)).attributeFields).toEqual([
    { ...GRIND, productIds: [productId] },
  ]);
});

describe("in another language", () => {
  const IN_GERMAN = {
    ...GRIND,
    help: "For your machine",
    words: { de: { label: "Wie fein?", choices: { coarse: "grob" } } },
  };

  test("customers read the texts of their own language, else those for all, and a choice is kept as it is in all", async () => {
    await saveSettings(shop, { attributeFields: [IN_GERMAN] });
    const contract = await insertContract(shop.id, { lines: [{ title: "Tin" }, { title: "Tea" }] });
    const at = { contract: contract.subscriptionContractId, view: "line", line: contract.lines[0]?.id ?? "" };
    const german = await openPortal(shop, contract.customerId, "de");
    const page = await german.get(at);
    expect(toPlainText(page.html)).toMatch(/Wie fein\? – fine grob For your machine/);
    const saved = await german.press(page, "Speichern", { "value-0": "coarse" });
    expect(toPlainText(saved.html)).toContain("Wie fein? grob");
    expect(await attributesOf(contract)).toEqual(["Grind: coarse"]);
    const { contract: id } = at;
    const french = await (await openPortal(shop, contract.customerId, "fr")).get({ contract: id });
    expect(toPlainText(french.html)).toContain("How fine? coarse");
  });

  test("the settings page has the texts of one language, and leaves those of the others", async () => {
    await saveSettings(shop, { attributeFields: [IN_GERMAN] });
    const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
    const read = async (language: string) => {
      const request = pageRequest(`/admin/portal?words=${language}`, { cookie });
      return ((await ask(portalSettingsLoader, request)).data as { fields: Record<string, string> }).fields;
    };
    const save = async (language: string, changes: Record<string, string>) => {
      const fields = Object.entries(await read(language)).filter(
        ([name, value]) => value || name.includes("-words-"),
      );
      const form = { ...Object.fromEntries(fields), ...changes };
      return ask(portalSettingsAction, pageRequest("/admin/portal?intent=save", { cookie, form }));
    };
    const textsNow = async () =>
      (await readPortalSettings(shop.id)).attributeFields.map(({ words }) => words);
    expect(await read("de")).toMatchObject({
      "field-0-words-label": "Wie fein?",
      "field-0-words-choices": "\ngrob",
    });
    const wrong = await save("fr", {
      "field-0-words-label": "x".repeat(61),
      "field-0-words-help": "x".repeat(201),
    });
    expect(namesOf(wrong.problem).sort()).toEqual(["/field-0-words-help", "/field-0-words-label"]);
    const long = await save("fr", { "field-0-words-choices": "fin\ngros\nmoyen" });
    expect(namesOf(long.problem)).toEqual(["/field-0-words-choices"]);
    await save("fr", { "field-0-words-help": "Pour votre machine", "field-0-words-choices": "fin\r\ngros" });
    const french = { help: "Pour votre machine", choices: { fine: "fin", coarse: "gros" } };
    expect(await textsNow()).toEqual([{ ...IN_GERMAN.words, fr: french }]);
    // Another name, and one choice less: the texts of the others stay.
    await save("en", { "field-0-name": "Mill", "field-0-choices": "extra\nfine" });
    expect(await textsNow()).toEqual([
      { de: { label: "Wie fein?" }, fr: { help: "Pour votre machine", choices: { fine: "fin" } } },
    ]);
    await save("de", { "field-0-words-label": "" });
    expect((await textsNow())[0]).not.toHaveProperty("de");
  });
});

test("a page of many fields sends each of them once", async () => {
  const { contract, portal } = await open();
  await saveSettings(shop, {
    attributeFields: Array.from({ length: 8 }, (_, index) => aField({ name: `Field ${index}` })),
  });
  const at = { contract: contract.subscriptionContractId, view: "line", line: contract.lines[0]?.id ?? "" };
  const form = listForms((await portal.get(at)).html).find(({ button }) => button === "Save");
  expect(Object.keys(form?.fields ?? {}).filter((name) => name.startsWith("key-"))).toHaveLength(9);
});
