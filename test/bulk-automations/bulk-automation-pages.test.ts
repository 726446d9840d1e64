import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  newTaskAction,
  planDownload,
  taskAction,
  taskLoader,
  tasksLoader,
} from "~/features/bulk-automations/admin/automation-pages.endpoints.server";
import type { TaskPage } from "~/features/bulk-automations/admin/automation-pages.service.server";
import { giveUp } from "~/features/bulk-automations/tasks/automation-end.service.server";
import { findAutomation } from "~/features/bulk-automations/tasks/automations.repo.server";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertContract,
  insertStaff,
  NOW,
  signIn,
  type TestShop,
  testAudit,
} from "../support/data/factories";
import { insertManyContracts, readTask, run, startPriceTask } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

const PAGE = "/admin/bulk-automations";
let shop: TestShop;
let editor: Awaited<ReturnType<typeof insertStaff>>;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
  editor = await insertStaff(shop.id, "editor");
  cookie = await signIn(shop.id, editor.id);
});

const preview = (form: Record<string, string>, as = cookie) =>
  ask(
    newTaskAction,
    pageRequest(`${PAGE}/new?intent=preview`, { cookie: as, form: { change: "DELIVERY_PRICE", ...form } }),
  );
const visit = (id: number | string, as = cookie) =>
  ask(taskLoader, pageRequest(`${PAGE}/${id}`, { cookie: as }), { automationId: String(id) });
const post = (id: number, intent: string, form: Record<string, string> = {}, as = cookie) =>
  ask(taskAction, pageRequest(`${PAGE}/${id}?intent=${intent}`, { cookie: as, form }), {
    automationId: String(id),
  });
async function download(id: number): Promise<string[]> {
  const request = pageRequest(`${PAGE}/${id}/plan.csv`, { cookie });
  const response = await planDownload.loader({ request, params: { automationId: String(id) }, context: {} });
  return (await response.text()).replace("\ufeff", "").trimEnd().split("\r\n");
}
async function firstOf(id: number) {
  const [item] = (await readTask(shop.id, id)).items;
  if (!item) throw new Error("the task has no items");
  return item;
}
async function makeDraft(form: Record<string, string>): Promise<number> {
  const answer = await preview(form);
  expect(answer.status).toBe(303);
  const id = Number(answer.headers.get("Location")?.split("/").at(-1));
  await run(shop.id, id);
  return id;
}

test("one that a fault has ended says what it changed, what it did not reach, and what to do", async () => {
  await insertManyContracts(shop.id, 8);
  const unplanned = await startPriceTask(shop.id, "2");
  await giveUp(shop.id, unplanned, NOW);
  const before = (await visit(unplanned)).data as TaskPage;
  expect(before).toMatchObject({ plan: null, sample: [], mayUndo: false, task: { status: "FAILED" } });
  expect(before.task.failure).toContain("No contract was changed");
  const id = await makeDraft({ scope: "all", amount: "7.77" });
  await post(id, "try");
  await run(shop.id, id);
  await post(id, "continue");
  await giveUp(shop.id, id, NOW);
  const page = (await visit(id)).data as TaskPage;
  expect(page).toMatchObject({ mayUndo: true, task: { status: "FAILED", succeeded: 5 } });
  expect(page.task.failure).toContain("undo that and start again");
  expect(page.sample.map(({ outcome }) => outcome)).toEqual([
    ...Array.from({ length: 5 }, () => "Changed"),
    ...Array.from({ length: 3 }, () => "Not reached"),
  ]);
  expect((await download(id)).filter((line) => line.includes("Not reached"))).toHaveLength(3);
});

test("making and changing them is for owners and editors; viewers may look", async () => {
  const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
  const id = await startPriceTask(shop.id, "1");
  const form = { scope: "all", amount: "1" };
  expect((await preview(form, viewer)).status).toBe(403);
  for (const intent of [
    "apply",
    "try",
    "schedule",
    "discard",
    "pause",
    "continue",
    "cancel",
    "retry",
    "undo",
  ])
    expect([intent, (await post(id, intent, {}, viewer)).status]).toEqual([intent, 403]);
  expect((await visit(id, viewer)).data).toMatchObject({ mayChange: false, task: { id } });
  expect((await ask(tasksLoader, pageRequest(PAGE, { cookie: viewer }))).status).toBe(200);
  const owner = await signIn(shop.id, shop.staff.id);
  expect((await preview(form, owner)).status).toBe(303);
});

describe("a task's page", () => {
  test("shows what the plan comes to, in words and sums, before anything changes", async () => {
    await insertContract(shop.id, { deliveryPrice: "3.00" });
    await insertContract(shop.id, { deliveryPrice: "5.00" });
    await insertContract(shop.id, { deliveryPrice: "4.00" });
    await insertContract(shop.id, { status: "CANCELLED" });
    const id = await makeDraft({ scope: "all", amount: "4" });
    expect((await visit(id)).data).toMatchObject({
      task: {
        what: "Set delivery price to $4.00",
        whom: "All contracts",
        status: "DRAFT",
        total: 4,
        processed: 0,
      },
      plan: {
        changing: 2,
        skipped: 2,
        reasons: [
          { reason: "same value already", count: "1" },
          { reason: "cancelled", count: "1" },
        ],
        sums: { before: "$8.00", after: "$8.00", difference: "+$0.00" },
      },
      sample: [
        { before: "$3.00", after: "$4.00", outcome: "To change" },
        { before: "$5.00", after: "$4.00", status: "PLANNED" },
        { before: "$4.00", after: null, reason: "same value already" },
        { status: "SKIPPED", reason: "cancelled" },
      ],
      mayUndo: false,
    });
    expect((await ask(tasksLoader, pageRequest(PAGE, { cookie }))).data).toMatchObject({ tasks: [] });
  });

  test("when it ends, the person who started it gets a mail; for one started by an API key nobody does", async () => {
    await insertManyContracts(shop.id, 3);
    const id = await makeDraft({ scope: "all", amount: "4.5" });
    await post(id, "apply");
    await run(shop.id, id);
    await run(shop.id, await startPriceTask(shop.id, "6"));
    const [mail, ...others] = await db.select().from(mails);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: "bulk_automation_done",
      recipient: editor.email,
      subject: "Done: Set delivery price to $4.50",
    });
    expect(mail?.text).toContain("3 changed, 0 skipped, 0 failed.");
  });

  test("of another kind is in that kind's words", async () => {
    await insertContract(shop.id);
    const id = await makeDraft({ scope: "all", change: "PAUSE" });
    expect((await visit(id)).data).toMatchObject({
      task: { what: "Pause contracts" },
      plan: { changing: 1, sums: null },
      sample: [{ before: "Active", after: "Paused" }],
    });
    const cut = await makeDraft({ scope: "all", price: "CUT_PERCENT", amount: "50" });
    expect((await visit(cut)).data).toMatchObject({ task: { what: "Cut delivery price by 50%" } });
  });

  test("of a discount says for how many orders it is given", async () => {
    await insertContract(shop.id);
    const giveFor = async (discountCycles: string) => {
      const discount = { discountTitle: "Sorry", discountValue: "10", discountCycles };
      return (await visit(await makeDraft({ scope: "all", change: "ADD_DISCOUNT", ...discount }))).data;
    };
    const what = "Give the discount “Sorry” of 10%";
    expect(await giveFor("2")).toMatchObject({
      task: { what: `${what} for 2 orders` },
      sample: [{ before: "None", after: "Sorry (10% for 2 orders)" }],
    });
    expect(await giveFor("1")).toMatchObject({ task: { what: `${what} for 1 order` } });
    expect(await giveFor("")).toMatchObject({
      task: { what: `${what} for all orders` },
      sample: [{ after: "Sorry (10%)" }],
    });
  });

  test("of a product's price names the product", async () => {
    const { products } = await insertCatalogue(shop.id, {
      products: [{ title: "Coffee", variants: [{ title: "1 kg", price: "12.00" }] }],
    });
    const pricedVariant = String(products[0]?.variantIds[0]);
    const price = { change: "LINE_PRICE", pricedVariant, linePrice: "RAISE_PERCENT", lineAmount: "5" };
    const id = await makeDraft({ scope: "all", ...price });
    expect((await visit(id)).data).toMatchObject({
      task: { what: "Raise the price of “Coffee, 1 kg” by 5%" },
    });
  });

  test("tried, applied, undone: the CSV of the plan and of the outcome agree line by line", async () => {
    await insertManyContracts(shop.id, 8);
    const changed = await insertContract(shop.id, { deliveryPrice: "1.00" });
    await insertContract(shop.id, { status: "EXPIRED" });
    const id = await makeDraft({ scope: "all", amount: "4.5" });
    const plan = await download(id);
    expect(plan[0]).toBe("Contract,Customer,Before,After,Outcome,Reason");
    expect((await post(id, "try")).headers.get("Location")).toBe(`${PAGE}/${id}?done=tried`);
    await run(shop.id, id);
    expect((await visit(id)).data).toMatchObject({ task: { isFirstBatchDone: true, succeeded: 5 } });
    await db.update(contracts).set({ version: 7 }).where(eq(contracts.id, changed.id));
    expect((await post(id, "continue")).status).toBe(303);
    await run(shop.id, id);
    const outcome = await download(id);
    const expected = plan.map((line) =>
      line.startsWith(`${changed.subscriptionContractId},`)
        ? line.replace("4.50,To change,", ",Skipped,changed after the plan was made")
        : line.replace(",To change,", ",Changed,"),
    );
    expect(outcome).toEqual(expected);
    expect(outcome).toHaveLength(11);
    const leftAlone = [
      { contractId: changed.subscriptionContractId, reason: "changed after the plan was made" },
    ];
    expect((await visit(id)).data).toMatchObject({ leftAlone, mayUndo: true });
    const since = await firstOf(id);
    await db.update(contracts).set({ deliveryPrice: "9.99" }).where(eq(contracts.id, since.id));
    const undo = await post(id, "undo");
    const undoId = Number(undo.headers.get("Location")?.split("/").at(-1));
    await run(shop.id, undoId);
    expect(await readTask(shop.id, undoId)).toMatchObject({ status: "COMPLETED", succeeded: 7, skipped: 1 });
    expect((await visit(undoId)).data).toMatchObject({
      task: { what: "Undo “Set delivery price to $4.50”" },
      leftAlone: [
        { contractId: since.contractId, before: "$9.99", reason: "no longer has the value that was set" },
      ],
    });
    expect((await visit(id)).data).toMatchObject({ undoneBy: undoId, mayUndo: false });
    expect((await ask(tasksLoader, pageRequest(PAGE, { cookie }))).data).toMatchObject({
      tasks: [
        { id: undoId, mayUndo: true, undoneBy: null },
        { id, mayUndo: false, undoneBy: undoId },
      ],
    });
    expect((await post(id, "retry")).problem?.detail).toBe(
      `This bulk change is undone already, by bulk change ${undoId}.`,
    );
    expect((await post(id, "undo")).status).toBe(409);
  });

  test("cancelled half-way, has an outcome for every contract, on the page and in the CSV by the same words", async () => {
    await insertManyContracts(shop.id, 7);
    await insertContract(shop.id, { status: "EXPIRED" });
    const id = await makeDraft({ scope: "all", amount: "4.5" });
    await post(id, "try");
    await run(shop.id, id);
    await post(id, "cancel");
    expect((await visit(id)).data).toMatchObject({
      task: { status: "CANCELLED", total: 8, processed: 6, succeeded: 5, skipped: 1, failed: 0 },
      plan: { changing: 7, skipped: 1 },
    });
    const outcomes = (await download(id)).slice(1).map((line) => line.split(",")[4]);
    expect(outcomes).toEqual([...Array<string>(5).fill("Changed"), "Not reached", "Not reached", "Skipped"]);
  });

  test("is named by each contract it has changed, in that one's history; what was done to one alone names none", async () => {
    const contract = await insertContract(shop.id);
    const now = new Date();
    const place = {
      shop: { id: shop.id, timeZone: "Europe/Berlin" },
      customerId: null,
      audit: testAudit(now),
    };
    await contractStatus.run(place, { contractId: contract.subscriptionContractId, status: "PAUSED" });
    const apply = async (form: Record<string, string>) => {
      const id = await makeDraft({ scope: "all", ...form });
      await post(id, "apply");
      await run(shop.id, id, now);
      return id;
    };
    const price = await apply({ amount: "4.5" });
    const status = await apply({ change: "RESUME" });
    const { data } = await ask(
      contractPageLoader,
      pageRequest(`/admin/contracts/${contract.subscriptionContractId}`, { cookie }),
      { contractId: String(contract.subscriptionContractId) },
    );
    expect(data).toMatchObject({
      activity: [
        { action: "Contract resumed", bulkAutomationId: status },
        { action: "Delivery price changed", bulkAutomationId: price },
        { action: "Contract paused", bulkAutomationId: null },
      ],
    });
  });

  test("a start time is one of the shop's zone, still to come", async () => {
    await insertContract(shop.id);
    const id = await makeDraft({ scope: "all", amount: "4" });
    for (const startsAt of ["", "soon", "2020-01-01T10:00", "2999-01-01T10:00"])
      expect(namesOf((await post(id, "schedule", { startsAt })).problem)).toEqual(["/startsAt"]);
    const year = new Date().getUTCFullYear() + 1;
    expect((await post(id, "schedule", { startsAt: `${year}-01-15T10:00` })).status).toBe(303);
    expect(await findAutomation(shop.id, id)).toMatchObject({
      status: "SCHEDULED",
      startsAt: new Date(`${year}-01-15T09:00:00Z`),
    });
  });

  test("a scheduled change whose time has come says which one it waits for", async () => {
    await insertContract(shop.id);
    const id = await makeDraft({ scope: "all", amount: "4" });
    const year = new Date().getUTCFullYear() + 1;
    await post(id, "schedule", { startsAt: `${year}-01-15T10:00` });
    const other = await startPriceTask(shop.id, "5");
    expect((await visit(id)).data).toMatchObject({ isLate: false, runningId: other });
    await db
      .update(bulkAutomations)
      .set({ startsAt: NOW })
      .where(and(eq(bulkAutomations.shopId, shop.id), eq(bulkAutomations.id, id)));
    expect((await visit(id)).data).toMatchObject({ isLate: true, runningId: other });
  });

  test("another shop's task is not there, just like one that never was", async () => {
    const other = await createTestShop();
    const foreign = await startPriceTask(other.id, "1");
    const answers = [await visit(foreign), await visit(999_999), await visit("x")];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ problem }) => problem?.detail)).size).toBe(1);
    expect((await post(foreign, "cancel")).status).toBe(404);
  });
});
