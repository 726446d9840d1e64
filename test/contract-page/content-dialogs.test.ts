import { beforeEach, describe, expect, test } from "vitest";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import type { DialogView } from "~/features/contract-page/dialogs/dialog-view";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import type { ContractPageData } from "~/features/contract-page/page/contract-detail.service.server";
import { MAX_LINES } from "~/lib/limits";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { inputOf } from "../support/calls/contract-dialogs";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import { readContractRow } from "../support/data/contract-plan";
import {
  createTestShop,
  insertContract,
  insertPaymentMethod,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

type Contract = Awaited<ReturnType<typeof insertContract>>;

let shop: TestShop;
let editor: string;
let contract: Contract;
let beans: number;
let plan: number;

beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const { products, groups } = await insertCatalogue(shop.id, {
    products: [{ title: "Beans", variants: [{ price: "14.50" }] }, { title: "Tea" }],
    groups: [
      {
        plans: [
          { name: "Bimonthly", billingInterval: "MONTH", billingIntervalCount: 2, discountPercentage: "10" },
        ],
      },
    ],
  });
  beans = products[0]?.variantIds[0] ?? 0;
  plan = groups[0]?.planIds[0] ?? 0;
  contract = await insertContract(shop.id, { lines: [{ title: "Honey" }, { title: "Jam" }] });
});

async function post(intent: string, form: Record<string, string>) {
  const { subscriptionContractId: id } = contract;
  const { version } = await readContractRow(contract);
  const request = pageRequest(`/admin/contracts/${id}?edit=${intent}&intent=${intent}`, {
    cookie: editor,
    form: { version: String(version), ...form },
  });
  return ask(contractPageAction, request, { contractId: String(id) });
}

async function show(search: string) {
  const { subscriptionContractId: id } = contract;
  const request = pageRequest(`/admin/contracts/${id}?${search}`, { cookie: editor });
  const { data } = await ask(contractPageLoader, request, { contractId: String(id) });
  return data as ContractPageData & { dialog: DialogView | null };
}

const honey = () => contract.lines[0]?.id ?? "";
const costNow = async () => (await show("")).price.total;

describe("a dialog says what an order costs before and after, and its form does it", () => {
  test("adding: every choice with its price and the order's", async () => {
    const { dialog } = await show("edit=add_line&q=bean");
    expect(dialog?.lines).toEqual(["It comes with every order. Each order costs $20.00 now."]);
    expect(inputOf(dialog, "variantId")).toMatchObject({
      options: [{ value: String(beans), label: "Beans, Default", note: "$14.50, each order then $34.50" }],
    });
    const wrong = await post("add_line", { quantity: "0", price: "x" });
    expect(namesOf(wrong.problem).sort()).toEqual(["/price", "/quantity", "/variantId"]);
    expect((await post("add_line", { variantId: String(beans), quantity: "1", price: "" })).status).toBe(303);
    expect(await costNow()).toBe("$34.50");
    await post("add_line", { variantId: String(beans), quantity: "1", price: "1.25" });
    expect(await costNow()).toBe("$35.75");
  });

  test("adding to a contract that is full: the dialog is there, and its form says why not", async () => {
    contract = await insertContract(shop.id, { lines: Array.from({ length: MAX_LINES }, () => ({})) });
    const { dialog } = await show("edit=add_line&q=bean");
    expect(inputOf(dialog, "variantId")).toMatchObject({
      options: [{ label: "Beans, Default", note: "$14.50" }],
    });
    const refused = await post("add_line", { variantId: String(beans), quantity: "1" });
    expect(refused.problem).toMatchObject({ code: "conflict" });
  });

  test("swapping, and removing", async () => {
    const { dialog } = await show(`edit=swap_line&line=${honey()}&q=bean`);
    expect(dialog?.title).toBe("Swap Honey");
    expect(inputOf(dialog, "variantId")).toMatchObject({
      options: [{ note: "$14.50, each order then $24.50" }],
    });
    const swap = { lineId: honey(), variantId: String(beans), quantity: "2" };
    expect((await post("swap_line", swap)).status).toBe(303);
    expect(await costNow()).toBe("$39.00");
    const removal = await show(`edit=remove_line&line=${honey()}`);
    expect(removal.dialog?.lines).toEqual(["Each order costs $39.00 now, and $10.00 without it."]);
    expect((await post("remove_line", { lineId: honey() })).status).toBe(303);
    const [last] = (await show("")).lines;
    expect((await show(`edit=remove_line&line=${last?.id}`)).dialog?.lines[0]).toContain("Cancel it instead");
    expect((await post("remove_line", { lineId: last?.id ?? "" })).status).toBe(409);
    expect((await show(`edit=swap_line&line=${honey()}`)).dialog).toBeNull();
  });

  test("swapping under a plan that an import has named only: what it takes off is not known", async () => {
    const linesOf = async (sellingPlanId: number) => {
      contract = await insertContract(shop.id, { lines: [{ sellingPlanId, sellingPlanName: "Save 10%" }] });
      return (await show(`edit=swap_line&line=${honey()}`)).dialog?.lines.join(" ");
    };
    const { groups } = await insertCatalogue(shop.id, { groups: [{ plans: [{ name: "Save 10%" }] }] });
    expect(await linesOf(groups[0]?.planIds[0] ?? 0)).toContain("The discount of “Save 10%” is not known");
    expect(await linesOf(99_999_999)).toContain("The discount of “Save 10%” is not known");
    expect(await linesOf(plan)).not.toContain("not known");
  });

  test("paying with another method: those without brand and number by the contracts they pay for", async () => {
    const { customerId } = contract;
    const [used, unused] = [`used${contract.id}`, `unused${contract.id}`];
    for (const id of [used, unused]) await insertPaymentMethod(shop.id, customerId, { id });
    const other = await insertContract(shop.id, { customerId, paymentMethodId: used });
    const choices = async () => {
      const input = inputOf((await show("edit=payment_method")).dialog, "paymentMethodId");
      return input && "options" in input ? input.options.map(({ note }) => note) : [];
    };
    expect(await choices()).toEqual([
      "pays for no contract",
      `pays for contract ${other.subscriptionContractId}`,
    ]);
    await insertContract(shop.id, { customerId, paymentMethodId: used });
    expect(await choices()).toContain(`pays for contract ${other.subscriptionContractId} and 1 more`);
  });

  test("price, delivery price, discount and note, with what was written beside a refusal", async () => {
    expect(inputOf((await show(`edit=line_price&line=${honey()}`)).dialog, "price")).toMatchObject({
      initial: "10.00",
    });
    expect((await post("line_price", { lineId: honey(), price: "7.5" })).status).toBe(303);
    expect(namesOf((await post("line_price", { lineId: honey(), price: "7.555" })).problem)).toEqual([
      "price",
    ]);
    expect((await post("delivery_price", { deliveryPrice: "4.9" })).status).toBe(303);
    expect(await costNow()).toBe("$22.40");
    const discount = { discountTitle: "Sorry", kind: "FIXED_AMOUNT", discountValue: "2", cycles: "" };
    expect((await post("add_discount", discount)).status).toBe(303);
    expect(await costNow()).toBe("$20.40");
    const half = { ...discount, kind: "PERCENTAGE", discountValue: "101", discountTitle: " " };
    expect(namesOf((await post("add_discount", half)).problem)).toEqual(["/discountTitle", "/discountValue"]);
    expect((await post("note", { note: "Ring twice" })).status).toBe(303);
    expect(inputOf((await show("edit=note")).dialog, "note")).toMatchObject({ initial: "Ring twice" });
  });

  test("another plan: each with its frequency and what an order costs under it", async () => {
    expect(inputOf((await show("edit=plan")).dialog, "sellingPlanId")).toMatchObject({
      options: [{ value: String(plan), label: "Bimonthly", note: "Every 2 months, each order then $18.00" }],
    });
    expect((await post("plan", { sellingPlanId: String(plan) })).status).toBe(303);
    expect(await costNow()).toBe("$18.00");
    const { dialog } = await show("edit=plan");
    expect([dialog?.confirm, inputOf(dialog, "sellingPlanId")]).toMatchObject([null, { options: [] }]);
  });

  test("another plan: those whose frequency is unknown are named, with what to do about it", async () => {
    const linesOf = async () => (await show("edit=plan")).dialog?.lines.slice(1);
    expect(await linesOf()).toEqual([]);
    const untimed = { products: [], groups: [{ plans: [{ name: "Club" }] }] };
    const club = await insertCatalogue(shop.id, untimed);
    expect(await linesOf()).toEqual([
      "Not listed: “Club”, since its frequency is not known. Set it under “Selling plans” first.",
    ]);
    const own = { sellingPlanId: club.groups[0]?.planIds[0], sellingPlanName: "Club" };
    contract = await insertContract(shop.id, { lines: [own, own] });
    expect(await linesOf()).toEqual([]);
    contract = await insertContract(shop.id, { lines: [own, {}] });
    const more = ["Duo", "Trio", "Uno"].map((name) => ({ name }));
    const theirs = { id: 500, productIds: [71], plans: [{ name: "Art" }] };
    await insertCatalogue(shop.id, { products: [{ id: 71 }], groups: [{ plans: more }, theirs] });
    expect(await linesOf()).toEqual([
      "Not listed: “Club”, “Duo”, “Trio” and others, since their frequencies are not known. Set them under “Selling plans” first.",
    ]);
  });

  test("split: what is ticked moves", async () => {
    expect(inputOf((await show("edit=split")).dialog, "lineIds")).toMatchObject({
      options: [{ label: "Honey" }, { label: "Jam" }],
    });
    expect(namesOf((await post("split", {})).problem)).toEqual(["/lineIds"]);
    expect((await post("split", { lineIds: honey() })).status).toBe(303);
    expect(await db.select().from(contracts)).toHaveLength(2);
    expect(await costNow()).toBe("$10.00");
    expect((await show("edit=split")).dialog).toBeNull();
  });
});
