import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  newTaskAction,
  newTaskLoader,
  planDownload,
  taskAction,
  taskLoader,
  tasksLoader,
} from "~/features/bulk-automations/automation-pages.endpoints.server";
import { findAutomation } from "~/features/bulk-automations/automations.repo.server";
import { db } from "~db/client.server";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import { insertManyContracts, readTask, run, startPriceTask } from "./support/bulk";
import { resetDatabase } from "./support/database";
import { createTestShop, insertContract, insertStaff, signIn, type TestShop } from "./support/factories";
import { ask, namesOf, pageRequest } from "./support/pages";

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
  ask(newTaskAction, pageRequest(`${PAGE}/new?intent=preview`, { cookie: as, form }));
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

describe("the form", () => {
  test("takes the list's ticked contracts, or all that match its filters, to an address", async () => {
    const choose = (path: string, form: Record<string, string>) =>
      ask(newTaskAction, pageRequest(path, { cookie, form }));
    const ticked = await choose(`${PAGE}/new?intent=choose&status=ACTIVE`, { id: "10000000001" });
    expect([ticked.status, ticked.headers.get("Location")]).toEqual([303, `${PAGE}/new?ids=10000000001`]);
    const all = await choose(`${PAGE}/new?intent=choose&status=ACTIVE`, { id: "1", scope: "all" });
    expect(all.headers.get("Location")).toBe(`${PAGE}/new?filter=status%3DACTIVE`);
    await insertContract(shop.id);
    await insertContract(shop.id, { status: "PAUSED" });
    const page = await ask(newTaskLoader, pageRequest(`${PAGE}/new?filter=status%3DACTIVE`, { cookie }));
    expect(page.data).toMatchObject({
      all: "2",
      filter: { search: "status=ACTIVE", words: ["Status: Active"], count: "1" },
    });
    const wrong = await ask(newTaskLoader, pageRequest(`${PAGE}/new?filter=status%3DODD`, { cookie }));
    expect(wrong.status).toBe(400);
  });

  test("names every wrong id and a wrong price together, and makes nothing", async () => {
    const answer = await preview({ scope: "ids", ids: "12\nabc;\t7x", deliveryPrice: "4.999" });
    expect([answer.status, namesOf(answer.problem)]).toEqual([
      400,
      ["/deliveryPrice", "/ids", "/ids", "/ids"],
    ]);
    expect(answer.problem?.errors?.map(({ detail }) => detail).slice(1)).toEqual([
      "“abc” is not a contract ID.",
      "“7x” is not a contract ID.",
      "The shop has no contract 12.",
    ]);
    expect(namesOf((await preview({ scope: "ids", deliveryPrice: "1" })).problem)).toEqual(["/ids"]);
    expect(namesOf((await preview({ deliveryPrice: "1" })).problem)).toEqual(["/scope"]);
    expect((await preview({ scope: "filter", filter: "status=ODD", deliveryPrice: "1" })).status).toBe(400);
    expect(await db.$count(bulkAutomations)).toBe(0);
  });

  test("is for owners and editors; viewers may look", async () => {
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    const id = await startPriceTask(shop.id, "1");
    const form = { scope: "all", deliveryPrice: "1" };
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
});

describe("a task's page", () => {
  test("shows what the plan comes to, in words and sums, before anything changes", async () => {
    await insertContract(shop.id, { deliveryPrice: "3.00" });
    await insertContract(shop.id, { deliveryPrice: "5.00" });
    await insertContract(shop.id, { deliveryPrice: "4.00" });
    await insertContract(shop.id, { status: "CANCELLED" });
    const id = await makeDraft({ scope: "all", deliveryPrice: "4" });
    expect((await visit(id)).data).toMatchObject({
      task: {
        what: "Delivery price to $4.00",
        whom: "All contracts",
        status: "DRAFT",
        total: 4,
        processed: 0,
      },
      plan: {
        changing: 2,
        staying: 1,
        skipped: 1,
        reasons: [{ reason: "cancelled", count: "1" }],
        sums: { before: "$8.00", after: "$8.00", difference: "+$0.00" },
      },
      sample: [
        { before: "$3.00", after: "$4.00", status: "PLANNED" },
        { before: "$5.00", after: "$4.00", status: "PLANNED" },
        { before: "$4.00", after: null, reason: "already has this value" },
        { status: "SKIPPED", reason: "cancelled" },
      ],
      mayUndo: false,
    });
    expect((await ask(tasksLoader, pageRequest(PAGE, { cookie }))).data).toMatchObject({ tasks: [] });
  });

  test("over, it is told by mail to the person who has started it, and to nobody of an API key's", async () => {
    await insertManyContracts(shop.id, 3);
    const id = await makeDraft({ scope: "all", deliveryPrice: "4.5" });
    await post(id, "apply");
    await run(shop.id, id);
    await run(shop.id, await startPriceTask(shop.id, "6"));
    const [mail, ...others] = await db.select().from(mails);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: "bulk_automation_done",
      recipient: editor.email,
      subject: "Done: Delivery price to $4.50",
    });
    expect(mail?.text).toContain("3 changed, 0 skipped, 0 failed.");
  });

  test("of another kind is in that kind's words", async () => {
    await insertContract(shop.id);
    expect(namesOf((await preview({ scope: "all", kind: "CONTRACT_STATUS" })).problem)).toEqual(["/status"]);
    const id = await makeDraft({ scope: "all", kind: "CONTRACT_STATUS", status: "PAUSED" });
    expect((await visit(id)).data).toMatchObject({
      task: { what: "Pause contracts" },
      plan: { changing: 1, sums: null },
      sample: [{ before: "Active", after: "Paused" }],
    });
  });

  test("tried, applied, undone: the CSV of the plan and of the outcome agree line by line", async () => {
    await insertManyContracts(shop.id, 8);
    const changed = await insertContract(shop.id, { deliveryPrice: "1.00" });
    await insertContract(shop.id, { status: "EXPIRED" });
    const id = await makeDraft({ scope: "all", deliveryPrice: "4.5" });
    const plan = await download(id);
    expect(plan[0]).toBe("Contract,Customer,Before,After,Result,Reason");
    expect((await post(id, "try")).headers.get("Location")).toBe(`${PAGE}/${id}?done=tried`);
    await run(shop.id, id);
    expect((await visit(id)).data).toMatchObject({ task: { isTried: true, succeeded: 5 } });
    await db.update(contracts).set({ version: 7 }).where(eq(contracts.id, changed.id));
    expect((await post(id, "continue")).status).toBe(303);
    await run(shop.id, id);
    const outcome = await download(id);
    const expected = plan.map((line) =>
      line.startsWith(`${changed.subscriptionContractId},`)
        ? line.replace("To change,", "Skipped,changed after the plan was made")
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
      task: { what: "Undo “Delivery price to $4.50”" },
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
    expect((await post(id, "retry")).problem?.detail).toBe(`This task is undone already, by task ${undoId}.`);
    expect((await post(id, "undo")).status).toBe(409);
  });

  test("a start time is one of the shop's zone, still to come", async () => {
    await insertContract(shop.id);
    const id = await makeDraft({ scope: "all", deliveryPrice: "4" });
    for (const startsAt of ["", "soon", "2020-01-01T10:00", "2999-01-01T10:00"])
      expect(namesOf((await post(id, "schedule", { startsAt })).problem)).toEqual(["/startsAt"]);
    const year = new Date().getUTCFullYear() + 1;
    expect((await post(id, "schedule", { startsAt: `${year}-01-15T10:00` })).status).toBe(303);
    expect(await findAutomation(shop.id, id)).toMatchObject({
      status: "SCHEDULED",
      startsAt: new Date(`${year}-01-15T09:00:00Z`),
    });
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
