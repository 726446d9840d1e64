import { beforeEach, expect, test } from "vitest";
import {
  newTaskAction,
  newTaskLoader,
} from "~/features/bulk-automations/admin/automation-pages.endpoints.server";
import type { NewTaskPage } from "~/features/bulk-automations/automation-page";
import { db } from "~db/client.server";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const PAGE = "/admin/bulk-automations";
let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
  cookie = await signIn(shop.id, shop.staff.id);
});

const preview = (form: Record<string, string>) =>
  ask(
    newTaskAction,
    pageRequest(`${PAGE}/new?intent=preview`, { cookie, form: { change: "DELIVERY_PRICE", ...form } }),
  );
const choose = (path: string, form: Record<string, string>) =>
  ask(newTaskAction, pageRequest(path, { cookie, form }));
const open = async (location: string | null) =>
  (await ask(newTaskLoader, pageRequest(location ?? "", { cookie }))).data;

test("the form takes the list's ticked contracts to an address, with the change that was pressed, and names whose they are", async () => {
  const ids = [];
  for (const firstName of ["Ada", "Ben", "Cleo", "Dan"]) {
    const customer = await insertCustomer(shop.id, { firstName, lastName: "Osei" });
    const contract = await insertContract(shop.id, { customerId: customer.id });
    ids.push(contract.subscriptionContractId);
  }
  const first = { id: String(ids[0]), change: "PAUSE" };
  const ticked = await choose(`${PAGE}/new?intent=choose&status=ACTIVE`, first);
  expect([ticked.status, ticked.headers.get("Location")]).toEqual([
    303,
    `${PAGE}/new?change=PAUSE&ids=${ids[0]}`,
  ]);
  expect(await open(ticked.headers.get("Location"))).toEqual({
    all: "4",
    choices: expect.any(Array),
    lists: expect.any(Object),
    names: { text: "", isNeeded: false },
    change: "PAUSE",
    selection: { type: "ids", ids: String(ids[0]), count: "1", labels: ["Ada Osei"] },
  });
  const stranger = await insertContract((await createTestShop()).id);
  expect(await open(`${PAGE}/new?ids=${ids},77,${stranger.subscriptionContractId}`)).toMatchObject({
    change: "DELIVERY_PRICE",
    selection: { ids: ids.join(), count: "4", labels: ["Ada Osei", "Ben Osei", "Cleo Osei", "1 more"] },
  });
  expect(await open(`${PAGE}/new?ids=77`)).toMatchObject({ selection: null });
});

test("the form takes all that match the list's filters as these filters; without any they are all contracts", async () => {
  await insertContract(shop.id);
  await insertContract(shop.id, { status: "PAUSED" });
  const form = { id: "1", scope: "all", change: "CANCEL" };
  const all = await choose(`${PAGE}/new?intent=choose&status=ACTIVE`, form);
  expect(all.headers.get("Location")).toBe(`${PAGE}/new?change=CANCEL&filter=status%3DACTIVE`);
  expect(await open(all.headers.get("Location"))).toEqual({
    all: "2",
    choices: expect.any(Array),
    lists: expect.any(Object),
    names: { text: "", isNeeded: false },
    change: "CANCEL",
    selection: { type: "filter", search: "status=ACTIVE", labels: ["Status: Active"], count: "1" },
  });
  expect(await open(`${PAGE}/new?filter=`)).toMatchObject({ all: "2", selection: null });
  const wrong = await ask(newTaskLoader, pageRequest(`${PAGE}/new?filter=status%3DODD`, { cookie }));
  expect(wrong.status).toBe(400);
});

test("the form with nothing ticked leads back to the list, as it was filtered", async () => {
  const nothing = await choose(`${PAGE}/new?intent=choose&status=ACTIVE`, { change: "CANCEL" });
  expect(nothing.headers.get("Location")).toBe("/admin/contracts?status=ACTIVE");
});

test("the form names every id of a selection that is none of the shop's and a wrong price together, and makes nothing", async () => {
  const answer = await preview({ scope: "ids", ids: "12,abc", amount: "4.999" });
  expect([answer.status, namesOf(answer.problem)]).toEqual([400, ["/amount", "/scope", "/scope"]]);
  expect(answer.problem?.errors?.map(({ detail }) => detail).slice(1)).toEqual([
    "“abc” is not the id of a contract.",
    "The shop has no contract 12.",
  ]);
  expect(namesOf((await preview({ scope: "ids", amount: "1" })).problem)).toEqual(["/scope"]);
  expect(namesOf((await preview({ change: "", amount: "1" })).problem)).toEqual(["/change", "/scope"]);
  expect((await preview({ scope: "filter", filter: "status=ODD", amount: "1" })).status).toBe(400);
  expect(await db.$count(bulkAutomations)).toBe(0);
});

test("the form names what is wrong with an amount beside the product or the title that is missing", async () => {
  const wrong = { scope: "all", pricedVariant: "", lineAmount: "1.234" };
  const price = await preview({ ...wrong, change: "LINE_PRICE" });
  expect([price.status, namesOf(price.problem)]).toEqual([400, ["/pricedVariant", "/lineAmount"]]);
  const tooMuch = { scope: "all", discountTitle: " ", discountCycles: "x", discountValue: "101" };
  const discount = await preview({ ...tooMuch, change: "ADD_DISCOUNT" });
  expect(namesOf(discount.problem)).toEqual(["/discountTitle", "/discountCycles", "/discountValue"]);
  // Unknown catalogue ids and errors in a filter or scope are reported together with these, too.
  const unknown = { change: "LINE_PRICE", pricedVariant: "999", lineAmount: "x" };
  expect(namesOf((await preview({ ...unknown, scope: "filter", filter: "status=ODD" })).problem)).toEqual([
    "/lineAmount",
    "/pricedVariant",
    "/filter",
  ]);
  expect(namesOf((await preview({ ...unknown, scope: "odd" })).problem)).toEqual([
    "/scope",
    "/lineAmount",
    "/pricedVariant",
  ]);
  const precise = { discountTitle: "Sorry", discountType: "FIXED_AMOUNT", discountValue: "1.001" };
  const fine = await preview({ change: "ADD_DISCOUNT", scope: "all", ...precise });
  expect(namesOf(fine.problem)).toEqual(["/discountValue"]);
});

test("of more variants and plans than a picker lists, any can be found by part of its name, several at once; shorter lists stay whole", async () => {
  const titles = Array.from({ length: 500 }, (_, n) => `Blend ${String(n).padStart(3, "0")}`);
  await insertCatalogue(shop.id, {
    products: [...titles, "Sidamo", "Yirga_Cheffe"].map((title, n) => ({
      id: n + 1,
      title,
      variants: [{ id: n + 1001, title: "250 g" }],
    })),
  });
  const list = async (path = "") => {
    const { lists, names } = (await open(`${PAGE}/new${path}`)) as NewTaskPage;
    const { heldVariants, variants } = lists;
    return { names, held: heldVariants.length, labels: variants.map(({ label }) => label) };
  };
  const cut = await list();
  expect(cut.names).toEqual({ text: "", isNeeded: true });
  expect([cut.labels.length, cut.labels.at(-1)]).toEqual([500, "Blend 499, 250 g"]);
  expect((await list("?names=yirga_,%20SIDAMO")).labels).toEqual(["Sidamo, 250 g", "Yirga_Cheffe, 250 g"]);
  expect((await list("?names=Yirga%25")).labels).toEqual([]);
  const other = await createTestShop();
  const small = await ask(
    newTaskLoader,
    pageRequest(`${PAGE}/new?names=tea`, { cookie: await signIn(other.id, other.staff.id) }),
  );
  expect((small.data as NewTaskPage).names).toEqual({ text: "tea", isNeeded: false });
});
