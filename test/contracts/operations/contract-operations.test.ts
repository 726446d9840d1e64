import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { findDialog, listButtons, toDoneLabels } from "~/features/contract-page/dialogs/dialogs.server";
import { toStaffForms } from "~/features/contract-page/dialogs/staff-action.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { createShoplessContext } from "~/features/customer-pages/portal-context";
import { toPortalForms } from "~/features/portal/forms/portal-actions.endpoints.server";
import { toRefusal } from "~/features/portal/forms/portal-refusal";
import { pageAction } from "~/http/endpoint/routes.server";
import { toRequestContext } from "~/http/request/request-context.server";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { type Answer, idOf, send } from "../../support/calls/contract-calls";
import { ask, namesOf, pageRequest } from "../../support/calls/pages";
import { customerToken } from "../../support/calls/portal";
import { saveSettings } from "../../support/calls/portal-contract";
import { readContractRow } from "../../support/data/contract-plan";
import {
  createTestShop,
  insertContract,
  signIn,
  type TestShop,
  testAudit,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

/** An operation as a developer would add it: its declaration is complete. */
const orderNote = defineContractOperation<{ note: string }, "attributes">({
  customerSwitch: "attributes",
  change({ contract }, { note }, { isCustomer }) {
    if (isCustomer && contract.status !== "ACTIVE")
      throw new ProblemError("conflict", "The contract is not active.");
    return { action: "contract.note_changed", events: ["updated"], contract: { orderNote: note } };
  },
  portalForms: {
    note: {
      operationId: "portalChangeNote",
      body: z.object({ text: z.string().max(5) }).transform(({ text }) => ({ note: text })),
      refusals: { conflict: "min_cycles", not_found: { field: "text", error: "code_unknown" } },
      fieldOf: { note: "text" },
      checkOf: { text: "number" },
      outcome: ({ note }, { contract }) => ({ done: "attributes", undo: `${contract.orderNote}~${note}` }),
    },
  },
  staffForms: { note: z.object({ note: z.string().min(1) }) },
  staffDialogs: {
    note: {
      done: "Note saved",
      button: { at: "products", label: "Change note" },
      dryRun: "asked",
      view({ contract }) {
        if (contract.status === "EXPIRED") throw new ProblemError("conflict", "The contract is over.");
        const initial = contract.orderNote ?? "";
        return {
          title: "Note",
          lines: ["On all orders."],
          confirm: "Save",
          rows: [[{ kind: "text", name: "note", label: "Note", initial, maxLength: 5 }]],
        };
      },
    },
  },
});

const updateNote = orderNote.json({
  name: "updateNote",
  path: "subscription-contracts-update-note",
  summary: "Change the note",
  method: "PUT",
  query: z.object({ contractId, note: z.string().max(20) }),
  problems: ["conflict"],
  read: ({ query }) => query,
});

type Contract = Awaited<ReturnType<typeof insertContract>>;
let shop: TestShop;
let contract: Contract;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  contract = await insertContract(shop.id, { orderNote: "old" });
});

const readNote = async () => (await readContractRow(contract)).orderNote;

/** Sends the portal's form as its page would. @returns where it redirects, or the refusal */
async function sendPortalForm(form: Record<string, string>): Promise<string | ProblemError> {
  const token = await customerToken(shop, contract.customerId);
  const request = pageRequest(`/x?token=${token}&contract=${contract.subscriptionContractId}`, { form });
  const endpoint = toPortalForms([orderNote]).note;
  const answer = endpoint?.run(toRequestContext(request), {}, "page");
  const refused = (error: unknown) => {
    if (error instanceof ProblemError) return error;
    throw error;
  };
  const outcome = await answer?.catch(refused);
  if (outcome instanceof ProblemError) return outcome;
  const left = new URLSearchParams(outcome?.headers.get("Location")?.slice(1));
  return `${outcome?.status} done=${left.get("done")} undo=${left.get("undo")}`;
}

async function sendStaffForm(form: Record<string, string>) {
  const cookie = await signIn(shop.id, shop.staff.id);
  const request = pageRequest("/x?intent=note&list=a", { cookie, form });
  const id = String(contract.subscriptionContractId);
  return ask(pageAction(toStaffForms([orderNote])), request, { contractId: id });
}

describe("an operation that is declared once", () => {
  test("answers the merchant and the customer with the contract as it is afterwards", async () => {
    const answers: Answer[] = [
      await send(shop, updateNote, { ...idOf(contract), note: "by key" }),
      await send(shop, updateNote, { ...idOf(contract), note: "by customer" }, { by: contract.customerId }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.note)).toEqual(["by key", "by customer"]);
    expect(updateNote.merchant).toMatchObject({
      operationId: "updateNote",
      path: "/api/external/v2/subscription-contracts-update-note",
      access: { apiKey: "contracts:write" },
      problems: ["not_found", "conflict"],
    });
    expect(updateNote.portal).toMatchObject({
      operationId: "updateNoteInPortal",
      access: { customer: true },
      problems: ["not_found", "conflict", "switched_off"],
    });
  });

  test("has a form in the portal, which redirects with what was done and what an undo needs", async () => {
    expect(await sendPortalForm({ text: "new", version: "1" })).toBe("303 done=attributes undo=old~new");
    expect(await readNote()).toBe("new");
    expect(await sendPortalForm({ text: "newer", version: "1" })).toMatchObject({ code: "stale_version" });
    expect(await sendPortalForm({ text: "too long" })).toMatchObject({
      code: "invalid_request",
      extra: { errors: [{ pointer: "/text" }] },
    });
    expect(await readNote()).toBe("new");
  });

  test("says of its form in the portal what customers read when it is refused", () => {
    const portal = createShoplessContext({ request: new Request("http://localhost/"), now: new Date() });
    const { refused, field, summary } = portal.texts;
    const refuse = (problem: ProblemError) => {
      const { text, fields } = toRefusal(problem, toPortalForms([orderNote]).note ?? {}, {}, portal);
      return { text, fields };
    };
    expect(refuse(new ProblemError("conflict", ""))).toEqual({ text: refused.min_cycles, fields: {} });
    expect(refuse(new ProblemError("stale_version", ""))).toEqual({ text: refused.stale, fields: {} });
    const ofField = { text: field.code_unknown, fields: { text: field.code_unknown } };
    expect(refuse(new ProblemError("not_found", ""))).toEqual(ofField);
    const wrong = invalidRequest([{ parameter: "note", code: "out_of_range", detail: "" }]);
    expect(refuse(wrong)).toEqual({ text: summary, fields: { text: field.number } });
  });

  test("has a form on the admin's contract page, which comes back to it", async () => {
    const answer = await sendStaffForm({ note: "by staff", version: "1" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `/admin/contracts/${contract.subscriptionContractId}?list=a&done=note`,
    ]);
    expect(await readNote()).toBe("by staff");
    expect((await sendStaffForm({ note: "again", version: "1" })).problem).toMatchObject({
      code: "stale_version",
    });
    expect(namesOf((await sendStaffForm({ note: "", version: "2" })).problem)).toEqual(["/note"]);
  });

  test("has a button and a dialog on the admin's contract page, which reports what was done", async () => {
    expect(toDoneLabels([orderNote])).toEqual({ note: "Note saved" });
    const shown = { intent: "note", label: "Change note", at: "products", isHarsh: false };
    const row = { ...(await readContractRow(contract)), lines: 1 };
    expect(listButtons([orderNote], row)).toEqual([shown]);
    expect(listButtons([orderNote], { ...row, status: "CANCELLED" })).toEqual([]);
    const caller = { shop: shop.shop, customerId: null, audit: testAudit() };
    const show = (intent: string) =>
      findDialog([orderNote], caller, contract.subscriptionContractId, { intent, q: "" });
    expect(await show("note")).toEqual({
      intent: "note",
      version: 1,
      title: "Note",
      lines: ["On all orders."],
      confirm: "Save",
      keep: "Cancel",
      hasDryRun: true,
      isHarsh: false,
      rows: [[{ kind: "text", name: "note", label: "Note", initial: "old", maxLength: 5 }]],
    });
    expect(await show("constructor")).toBeNull();
    contract = await insertContract(shop.id, { status: "EXPIRED" });
    expect(await show("note")).toMatchObject({
      title: "This cannot be done",
      lines: ["The contract is over."],
      confirm: null,
      keep: "Close",
      hasDryRun: false,
      rows: [],
    });
  });

  test("switched off in the portal is refused to the customer in both places, and to nobody else", async () => {
    await saveSettings(shop, { disabledActions: ["attributes"] });
    const parameters = { ...idOf(contract), note: "new" };
    const refused = await send(shop, updateNote, parameters, { by: contract.customerId });
    expect([refused.status, refused.body.code]).toEqual([403, "switched_off"]);
    expect(await sendPortalForm({ text: "new" })).toMatchObject({ code: "switched_off" });
    expect(await readNote()).toBe("old");
    expect((await send(shop, updateNote, parameters)).status).toBe(200);
    expect((await sendStaffForm({ note: "newer", version: "2" })).status).toBe(303);
  });

  test("has one rule, which knows who asks", async () => {
    contract = await insertContract(shop.id, { orderNote: "old", status: "PAUSED" });
    const parameters = { ...idOf(contract), note: "new" };
    expect((await send(shop, updateNote, parameters, { by: contract.customerId })).status).toBe(409);
    expect(await sendPortalForm({ text: "new" })).toMatchObject({ code: "conflict" });
    expect((await send(shop, updateNote, parameters)).status).toBe(200);
  });
});

test("an operation without a portal switch is not for customers", async () => {
  const merchantsOwn = defineContractOperation<{ note: string }>({
    change: (_state, { note }) => ({
      action: "contract.note_changed",
      events: ["updated"],
      contract: { orderNote: note },
    }),
  });
  const staff = { shop: shop.shop, customerId: null, audit: testAudit() };
  const customer = { ...staff, customerId: contract.customerId };
  const wanted = { ...idOf(contract), note: "new" };
  await expect(merchantsOwn.run(customer, wanted)).rejects.toMatchObject({ code: "forbidden" });
  expect(await readNote()).toBe("old");
  await merchantsOwn.run(staff, wanted);
  expect(await readNote()).toBe("new");
});

test.each(["portalForms", "staffForms"] as const)(
  "no two operations have a form of one intent: %s",
  (forms) => {
    const intents = contractOperations.flatMap((operation) => Object.keys(operation[forms]));
    expect(new Set(intents).size).toBe(intents.length);
  },
);

test("every staff form of an operation has its dialog; an undo has its bar instead", () => {
  for (const { staffForms, staffDialogs } of contractOperations)
    expect(Object.keys(staffDialogs)).toEqual(Object.keys(staffForms).filter((intent) => intent !== "undo"));
});
