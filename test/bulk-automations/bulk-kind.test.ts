import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { changeContracts } from "~/features/bulk-automations/kinds/change-contracts.service.server";
import { defineKind } from "~/features/bulk-automations/kinds/kind.server";
import { addKind } from "~/features/bulk-automations/kinds/kinds.server";
import { toShortList } from "~/features/bulk-automations/kinds/line-values.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { mails } from "~db/schema/mails";
import { ask as askApi } from "../support/calls/bulk-api";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import {
  createTestShop,
  insertContract,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { run } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

// @own-process: it adds a kind to the app before the rest of it is loaded.

/** A kind that the app does not have, complete, as a new one would be written. */
const orderNoteKind = defineKind({
  name: "ORDER_NOTE",
  parameters: z.object({ note: z.string() }),
  choices: [
    {
      value: "ORDER_NOTE",
      label: "Order note",
      note: "Printed on the packing slip",
      button: "Change order note",
      asks: {
        inputs: () => [{ type: "text", name: "orderNote", label: "Note" }],
        hint: () => null,
        toParts: () => [
          z
            .object({ orderNote: z.string().trim().min(1, "Enter a note.").prefault("") })
            .transform(({ orderNote }) => ({ note: orderNote })),
        ],
      },
    },
  ],
  toTitle: ({ note }) => `Set order note to “${note}”`,
  recordFields: {
    orderNote: {
      schema: z.string().nullable().meta({ description: "The note asked for" }),
      from: ({ note }) => note,
      example: "Gift",
    },
  },
  values: { isMoney: false, toText: (note) => (note === "" ? "No note" : note) },
  toTarget: ({ note }) => sql`${note}::text`,
  current: sql`coalesce(c.order_note, '')`,
  toSkipReason: (target) => sql`case
    when c.status = 'CANCELLED' then 'CONTRACT_CANCELLED'
    when c.status = 'PAUSED' then 'NO_ORDERS_COMING'
    when coalesce(c.order_note, '') = ${target} then 'UNCHANGED' end`,
  skipReasons: { NO_ORDERS_COMING: "no orders are coming" },
  apply: (tx, batch, audit) =>
    changeContracts(tx, batch, audit, ({ contract }, target) => {
      if (contract.importedId === "13") throw new ProblemError("conflict", "Contract 13 takes no note.");
      return {
        action: "contract.order_note_changed",
        events: ["updated"],
        contract: { orderNote: target === "" ? null : target },
      };
    }),
});

addKind(orderNoteKind);
// Imported only now: their declarations include the fields of all kinds.
const { newTaskAction, newTaskLoader, planDownload, taskAction, taskLoader } = await import(
  "~/features/bulk-automations/admin/automation-pages.endpoints.server"
);
const { listBulkAutomationItems, readBulkAutomation } = await import(
  "~/features/bulk-automations/api/bulk-automations.endpoints.server"
);
const { contractListPageLoader } = await import(
  "~/features/contract-list/contract-list-page.endpoints.server"
);
const { contractPageLoader } = await import("~/features/contract-page/page/contract-detail.endpoints.server");

const PAGE = "/admin/bulk-automations";
let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
});

const preview = (form: Record<string, string>) =>
  ask(
    newTaskAction,
    pageRequest(`${PAGE}/new?intent=preview`, {
      cookie,
      form: { change: "ORDER_NOTE", scope: "all", ...form },
    }),
  );
const visit = async (id: number) =>
  (await ask(taskLoader, pageRequest(`${PAGE}/${id}`, { cookie }), { automationId: String(id) })).data;
const post = (id: number, intent: string) =>
  ask(taskAction, pageRequest(`${PAGE}/${id}?intent=${intent}`, { cookie, form: {} }), {
    automationId: String(id),
  });
const toId = (answer: { headers: Headers }) => Number(answer.headers.get("Location")?.split("/").at(-1));
const readNotes = async () =>
  (await db.select({ note: contracts.orderNote }).from(contracts).orderBy(asc(contracts.id))).map(
    ({ note }) => note,
  );
async function readRecord(id: number) {
  const record = await (await askApi(readBulkAutomation, id, shop.readKey)).json();
  expect(z.strictObject(recordShape()).safeParse(record).error).toBeUndefined();
  return record;
}
function recordShape(): z.ZodRawShape {
  if (!(readBulkAutomation.response instanceof z.ZodObject)) throw new Error("the record is no object");
  return readBulkAutomation.response.shape;
}

test("a kind that is added is offered by the form and the contract list, before what ends contracts", async () => {
  await insertContract(shop.id);
  const form = (await ask(newTaskLoader, pageRequest(`${PAGE}/new`, { cookie }))).data;
  expect(form).toMatchObject({
    change: "DELIVERY_PRICE",
    choices: expect.arrayContaining([
      expect.objectContaining({
        value: "ORDER_NOTE",
        label: "Order note",
        inputs: [{ type: "text", name: "orderNote", label: "Note" }],
      }),
    ]),
  });
  const list = (await ask(contractListPageLoader, pageRequest("/admin/contracts", { cookie }))).data;
  expect(list).toMatchObject({
    bulkButtons: [
      { value: "PAUSE", label: "Pause" },
      { value: "RESUME", label: "Resume" },
      { value: "DELIVERY_PRICE", label: "Change delivery price" },
      { value: "ORDER_NOTE", label: "Change order note" },
      { value: "", label: "Other changes" },
      { value: "CANCEL", label: "Cancel contracts", isDanger: true },
    ],
  });
  const chosen = await ask(
    newTaskAction,
    pageRequest(`${PAGE}/new?intent=choose`, { cookie, form: { id: "1", change: "ORDER_NOTE" } }),
  );
  expect(chosen.headers.get("Location")).toBe(`${PAGE}/new?change=ORDER_NOTE&ids=1`);
});

test("its own errors are named beside the others, and a name that is taken is refused when it is added", async () => {
  expect(namesOf((await preview({ orderNote: " ", scope: "ids" })).problem)).toEqual([
    "/orderNote",
    "/scope",
  ]);
  expect(() => addKind({ ...orderNoteKind, name: "OTHER_NOTE" })).toThrow(
    "choice ORDER_NOTE, form field orderNote, record field orderNote",
  );
});

test("it is planned, run, shown and undone by its own declaration only", async () => {
  const [first, noted, paused, refused] = [
    await insertContract(shop.id),
    await insertContract(shop.id, { orderNote: "Gift" }),
    await insertContract(shop.id, { status: "PAUSED" }),
    await insertContract(shop.id, { importedId: "13" }),
  ];
  const other = await insertContract(shop.id, { orderNote: "Ring twice" });
  const id = toId(await preview({ orderNote: "Gift" }));
  await run(shop.id, id);
  const of = ({ subscriptionContractId: contractId }: typeof first) => ({ contractId });
  expect(await visit(id)).toMatchObject({
    task: { what: "Set order note to “Gift”", status: "DRAFT", total: 5 },
    plan: {
      changing: 3,
      sums: null,
      reasons: [
        { reason: "same value already", count: "1" },
        { reason: "no orders are coming", count: "1" },
      ],
    },
    sample: [
      { ...of(first), before: "No note", after: "Gift", outcome: "To change" },
      { ...of(refused), before: "No note" },
      { ...of(other), before: "Ring twice" },
      { ...of(noted), reason: "same value already" },
      { ...of(paused), reason: "no orders are coming" },
    ],
  });

  expect((await post(id, "apply")).status).toBe(303);
  await run(shop.id, id);
  expect(await readNotes()).toEqual(["Gift", "Gift", null, null, "Gift"]);
  expect(await readRecord(id)).toMatchObject({
    kind: "ORDER_NOTE",
    status: "COMPLETED",
    orderNote: "Gift",
    deliveryPrice: null,
    succeeded: 2,
    skipped: 2,
    failed: 1,
  });
  const items = await askApi(listBulkAutomationItems, id, shop.readKey, "?size=2");
  expect(await items.json()).toEqual([
    { ...of(first), status: "SUCCEEDED", reason: null, before: "", after: "Gift" },
    { ...of(noted), status: "SKIPPED", reason: "UNCHANGED", before: "Gift", after: null },
  ]);
  const csv = await planDownload.loader({
    request: pageRequest(`${PAGE}/${id}/plan.csv`, { cookie }),
    params: { automationId: String(id) },
    context: {},
  });
  expect(await csv.text()).toContain(",Skipped,no orders are coming");
  expect(await visit(id)).toMatchObject({
    failures: [{ ...of(refused), reason: "Contract 13 takes no note." }],
  });
  expect(await db.select({ subject: mails.subject }).from(mails)).toEqual([
    { subject: "Done: Set order note to “Gift”" },
  ]);
  expect(await db.select().from(events).where(eq(events.contractId, first.id))).toMatchObject([
    { type: "updated", changedFields: ["orderNote"], contractVersion: 2 },
  ]);
  expect(await db.select().from(activity).where(eq(activity.contractId, first.id))).toMatchObject([
    { action: "contract.order_note_changed", before: { orderNote: null }, after: { orderNote: "Gift" } },
  ]);
  const history = await ask(
    contractPageLoader,
    pageRequest(`/admin/contracts/${first.subscriptionContractId}`, { cookie }),
    { contractId: String(first.subscriptionContractId) },
  );
  expect(history.data).toMatchObject({ activity: [{ action: "Order note changed", bulkAutomationId: id }] });

  await db.update(contracts).set({ orderNote: "Mine" }).where(eq(contracts.id, other.id));
  const undoId = toId(await post(id, "undo"));
  await run(shop.id, undoId);
  expect(await readNotes()).toEqual([null, "Gift", null, null, "Mine"]);
  expect(await visit(undoId)).toMatchObject({
    task: { what: "Undo “Set order note to ‘Gift’”" },
    leftAlone: [{ ...of(other), before: "Mine", reason: "no longer has the value that was set" }],
  });
  expect(await readRecord(undoId)).toMatchObject({ undoOf: id, orderNote: null, deliveryPrice: null });
});

test("what a contract of many lines has is said shortly, and whole while it is short", () => {
  const prices = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 1}.00`);
  expect(toShortList(prices(4))).toBe("$1.00, $2.00, $3.00, $4.00");
  expect(toShortList(prices(20), " + ")).toBe("$1.00 + $2.00 + $3.00 and 17 more");
});
