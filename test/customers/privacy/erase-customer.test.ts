import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import { createContract } from "~/features/contracts/create/new-contract.service.server";
import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import {
  customerPageAction,
  customerPageLoader,
} from "~/features/customers/page/customer-page.endpoints.server";
import type { CustomerPage } from "~/features/customers/page/customer-page.service.server";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { exportCustomer } from "~/features/customers/privacy/personal-export.service.server";
import { PERSONAL_TABLES } from "~/features/customers/privacy/personal-tables.server";
import {
  customerDataFile,
  eraseCustomerData,
  exportCustomerData,
  exportCustomerDataAsCsv,
} from "~/features/customers/privacy/privacy.endpoints.server";
import { readCustomer } from "~/features/customers/read/customer.endpoints.server";
import { addNote, readNotes, removeNote } from "~/features/notes/notes.service.server";
import { mintPortalToken } from "~/features/portal-links/portal-links.service.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { env } from "~/lib/env.server";
import { db } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { customers } from "~db/schema/customers";
import { discountCodes } from "~db/schema/discount-codes";
import { imports } from "~db/schema/imports";
import { mails } from "~db/schema/mails";
import { referrals } from "~db/schema/referrals";
import { idOf, send } from "../../support/calls/contract-calls";
import { insertCode } from "../../support/calls/discounts";
import { askJson } from "../../support/calls/json-endpoints";
import { ask, pageRequest } from "../../support/calls/pages";
import { asCustomer, signedQuery } from "../../support/calls/portal";
import { importFiles } from "../../support/calls/run-import";
import {
  insertContract,
  insertCustomer,
  insertStaff,
  NOW,
  signIn,
  testAudit,
} from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { insertMarkedCustomer } from "../../support/privacy/marked-customer";
import { EMAIL, MARK, REFERRER } from "../../support/privacy/marks";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
  productsJson,
} from "../../support/processes/shop-files";

const shop = shopOfEachTest({ gateway: "test" });
const audit = testAudit();

const call = (endpoint: Endpoint, customerId: number, headers: Record<string, string> = {}) =>
  askJson(endpoint, "/x", {
    method: endpoint.method,
    params: { customerId: String(customerId) },
    headers: { "X-API-Key": shop.writeKey, ...headers },
  });
const erase = async (customerId: number, key?: string) => {
  const answer = await call(eraseCustomerData, customerId, key ? { "Idempotency-Key": key } : {});
  return { status: answer.status, body: await answer.json() };
};
const readShown = (customerId: number) => findRow(db, customers, { shopId: shop.id, id: customerId });

describe("who can be erased", () => {
  test("nobody with a contract that is active or paused, which are named; ended ones are no hindrance", async () => {
    const { id: customerId } = await insertCustomer(shop.id);
    const [active, paused, over] = [
      await insertContract(shop.id, { customerId }),
      await insertContract(shop.id, { customerId, status: "PAUSED" }),
      await insertContract(shop.id, { customerId, status: "EXPIRED" }),
    ];
    const refused = await erase(customerId);
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(refused.body.detail).toContain(
      `${active.subscriptionContractId}, ${paused.subscriptionContractId}.`,
    );
    expect(refused.body.detail).not.toContain(String(over.subscriptionContractId));
    expect((await readShown(customerId))?.erasedAt).toBeNull();
  });

  test("nobody with an order of which it is not known whether it is paid", async () => {
    const { id: customerId } = await insertCustomer(shop.id);
    const contract = await insertContract(shop.id, {
      customerId,
      status: "CANCELLED",
      attempts: [{ status: "UNKNOWN" }],
    });
    expect(await erase(customerId)).toMatchObject({ status: 409, body: { code: "conflict" } });
    await updateRows(
      db,
      billingAttempts,
      { shopId: shop.id, contractId: contract.id },
      { status: "FAILURE" },
    );
    expect(await erase(customerId)).toMatchObject({ status: 200 });
  });

  test("nobody while an import is running", async () => {
    const { id: customerId } = await insertCustomer(shop.id);
    const stamp = { createdAt: NOW, isFullCatalogue: false, actorType: "staff", actorName: "x" } as const;
    await db.insert(imports).values({ shopId: shop.id, status: "QUEUED", ...stamp });
    expect(await erase(customerId)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await readShown(customerId))?.email).not.toBeNull();
  });

  test("no customer of another shop: they are as unknown as one that does not exist", async () => {
    expect(await erase(12_345)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});

describe("once somebody is erased", () => {
  let customerId: number;
  beforeEach(async () => {
    ({ customerId } = await insertMarkedCustomer(shop));
  });

  test("no page and no answer shows them, before any job has run; waiting mails are gone", async () => {
    expect(await erase(customerId)).toMatchObject({ status: 200, body: { customerId, status: "ERASING" } });
    const answer = await askJson(readCustomer.merchant, "/x", {
      params: { customerId: String(customerId) },
      headers: { "X-API-Key": shop.readKey },
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(MARK);
    expect(await findRow(db, mails, { shopId: shop.id, customerId, status: "QUEUED" })).toBeNull();
  });

  test("the audit log says who erased them, by number alone, and once", async () => {
    await erase(customerId);
    await erase(customerId);
    const rows = await db.select().from(activity);
    const entries = rows.filter(({ action }) => action === "customer.erased");
    expect(entries.map(({ after, actorType }) => ({ after, actorType }))).toEqual([
      { after: { customerId }, actorType: "api_key" },
    ]);
  });

  test("a call with the same Idempotency-Key is answered as the first, whatever has been erased since", async () => {
    const first = await erase(customerId, "once");
    expect(await erase(customerId, "once")).toEqual(first);
  });

  test("links and the storefront's sign-in let them in no more, not even a link made afterwards", async () => {
    const before = await asCustomer(shop, customerId);
    const params = { customerId: String(customerId) };
    const askAs = async (headers: Record<string, string>, query = "") =>
      (await askJson(readCustomer.portal, `/x${query}`, { params, headers })).status;
    expect(await askAs({}, signedQuery(shop, customerId))).toBe(200);
    await eraseCustomer(shop.id, customerId, audit);
    expect(await askAs(before)).toBe(401);
    expect(await askAs(await asCustomer(shop, customerId))).toBe(401);
    expect(await askAs({}, signedQuery(shop, customerId))).toBe(401);
  });

  test("their contracts are not changed any more, and they get no new ones", async () => {
    const contract = await insertContract(shop.id, { customerId, status: "CANCELLED", cancelledOn: NOW });
    await eraseCustomer(shop.id, customerId, audit);
    const answer = await send(shop, updateContractStatus, { ...idOf(contract), status: "ACTIVE" });
    expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
    const wanted = {
      customerId,
      status: "ACTIVE",
      billingPolicyInterval: "MONTH",
      billingPolicyIntervalCount: 1,
      nextBillingDate: new Date("2027-01-01"),
      deliveryPrice: "0",
      allowDeliveryPriceOverride: true,
      orderNoteAttributes: [],
      lines: [],
    } as const;
    await expect(
      createContract(shop.shop, { ...wanted, lines: [], orderNoteAttributes: [] }, audit),
    ).rejects.toMatchObject({
      extra: { errors: [expect.objectContaining({ pointer: "/customerId", code: "erased" })] },
    });
  });

  test("nobody writes a note about them, and no link is given out for them", async () => {
    const contract = await insertContract(shop.id, { customerId, status: "CANCELLED", cancelledOn: NOW });
    await eraseCustomer(shop.id, customerId, audit);
    for (const subject of [{ customerId }, { contractId: contract.id }])
      await expect(addNote(shop.id, subject, "Rings", audit)).rejects.toMatchObject({ code: "conflict" });
    const issue = { issuedBy: audit.actor, now: audit.now };
    await expect(mintPortalToken(db, shop.shop, customerId, issue)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("the page of their contract offers nothing to change", async () => {
    const { subscriptionContractId: contractId } = await insertContract(shop.id, {
      customerId,
      status: "CANCELLED",
      cancelledOn: NOW,
    });
    const openContract = async () => {
      const cookie = await signIn(shop.id, shop.staff.id);
      const url = `/admin/contracts/${contractId}?action=reactivate`;
      return (await ask(contractPageLoader, pageRequest(url, { cookie }), { contractId: String(contractId) }))
        .data;
    };
    expect(await openContract()).toMatchObject({ mayEdit: true, dialog: expect.anything() });
    await eraseCustomer(shop.id, customerId, audit);
    expect(await openContract()).toMatchObject({ mayEdit: false, dialog: null, isErased: true });
  });

  test("an import brings nothing of them back, and says so", async () => {
    await eraseCustomer(shop.id, customerId, audit);
    const done = await importFiles(shop.id, {
      products: productsJson(),
      customers: customersCsv([customerRow({ "Customer ID": String(customerId) })]),
      contracts: contractsCsv([headRow("sub-1", { customer_id: String(customerId) }), lineRow("sub-1")]),
    });
    expect(done.errors.map(({ file, severity, column }) => [file, severity, column]).sort()).toEqual([
      ["CONTRACTS", "ERROR", "customer_id"],
      ["CUSTOMERS", "WARNING", "Customer ID"],
    ]);
    expect(await readShown(customerId)).toMatchObject({ email: null, firstName: null });
  });
});

const exported = z.object({ tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) });

describe("the export", () => {
  test("has the rows of every table that is erased, as JSON and as CSV, without what lets its reader act for them", async () => {
    const { customerId } = await insertMarkedCustomer(shop);
    const json = await call(exportCustomerData, customerId);
    expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { tables } = exported.parse(await json.json());
    const wanted = PERSONAL_TABLES.filter(({ isShared }) => !isShared);
    expect(Object.keys(tables)).toEqual(wanted.map(({ table }) => table));
    expect(Object.entries(tables).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(tables.customers).toEqual([
      expect.objectContaining({ id: customerId, email: EMAIL, first_name: "Zqxjvada" }),
    ]);
    for (const { table, secret = [] } of wanted)
      for (const row of tables[table] ?? [])
        expect(Object.keys(row).filter((name) => ["shop_id", ...secret].includes(name))).toEqual([]);

    const csv = await call(exportCustomerDataAsCsv, customerId);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines: string[][] = parse(await csv.text(), { bom: true });
    expect(lines[0]).toEqual(["Table", "Row", "Column", "Value"]);
    expect(lines).toContainEqual(["customers", "1", "email", EMAIL]);
    expect(lines).toContainEqual(["orders", "1", "total", "10.0000"]);
    // One value per line; the history now includes the first export.
    const counts = Object.entries(tables).map(([table, rows]) => [
      table,
      rows.flatMap((row) => Object.keys(row)).length,
    ]);
    const countLines = (table: unknown) => lines.filter(([name]) => name === table).length;
    const others = counts.filter(([table]) => table !== "activity");
    expect(others.map(([table]) => [table, countLines(table)])).toEqual(others);
  });

  test("names nobody of the staff and no other customer, and has no network address", async () => {
    const { customerId, contract } = await insertMarkedCustomer(shop);
    // By a link that somebody passed on.
    const stranger = "stranger@else.example";
    const code = await insertCode(shop.id);
    const [welcome] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
    await db.insert(referrals).values({
      shopId: shop.id,
      referrerId: customerId,
      email: stranger,
      emailKey: stranger,
      status: "ACCEPTED",
      isClaimed: true,
      welcomeCodeId: welcome?.id,
      reasons: [],
      language: "en",
      createdAt: NOW,
    });
    await db.execute(sql`
      insert into activity (shop_id, contract_id, actor_type, actor_name, action, after, created_at)
      values (${shop.id}::bigint, ${contract.id}::bigint, 'customer', ${stranger}, 'referral.accepted',
        jsonb_build_object('referralId', 999, 'email', ${stranger}::text), now())`);
    const owner = { type: "staff", name: "Olga Owner" } as const;
    const byOwner = { ...audit, actor: owner, address: "203.0.113.9", requestId: "request-of-olga" };
    await addNote(shop.id, { customerId }, "Rings", byOwner);
    await addNote(shop.id, { customerId }, "Rings twice", byOwner);
    const [newest] = await readNotes(shop.shop, { customerId });
    await removeNote(shop.id, { customerId }, newest?.id ?? 0, byOwner);
    await mintPortalToken(db, shop.shop, customerId, { issuedBy: owner, now: NOW });
    const read = async () => {
      let text = "";
      for await (const piece of await exportCustomer(shop.id, customerId, "json", byOwner)) text += piece;
      return text;
    };
    await read();
    // The entry of the first export is in the second.
    const text = await read();
    expect(text).toContain("customer.exported");
    for (const other of [owner.name, byOwner.address, byOwner.requestId, REFERRER, stranger])
      expect(text).not.toContain(other);
    // Whom they have named themselves.
    expect(text).toContain("friend@zqxjvmail.example");
    const actors = exported
      .parse(JSON.parse(text))
      .tables.activity?.map((row) => [row.actor_type, row.actor_name]);
    expect(actors).toContainEqual(["staff", null]);
    expect(actors).toContainEqual(["customer", "Zqxjvada Zqxjvlove"]);
  });

  test("has nothing of anybody else, and is written down by number alone; its head is not", async () => {
    const { id: customerId } = await insertCustomer(shop.id, { firstName: "Grace" });
    await insertMarkedCustomer(shop);
    await askJson(exportCustomerData, "/x", {
      method: "HEAD",
      params: { customerId: String(customerId) },
      headers: { "X-API-Key": shop.readKey },
    });
    expect(await (await call(exportCustomerData, customerId)).text()).not.toMatch(MARK);
    const entries = (await db.select().from(activity)).filter(({ action }) => action === "customer.exported");
    expect(entries.map(({ after }) => after)).toEqual([{ customerId, format: "json" }]);
  });

  test("is written down only when it is made, not while the shop makes as many as it may", async () => {
    const { id: customerId } = await insertCustomer(shop.id);
    const listExported = async () =>
      (await db.select().from(activity)).filter(({ action }) => action === "customer.exported");
    // Nobody reads these, so they go on.
    const underWay: Response[] = [];
    for (let place = 0; place < env.EXPORTS_PER_SHOP; place++)
      underWay.push(await call(exportCustomerDataAsCsv, customerId));
    const made = await listExported();
    expect(made).toHaveLength(underWay.length);
    for (const endpoint of [exportCustomerData, exportCustomerDataAsCsv])
      expect((await call(endpoint, customerId)).status).toBe(429);
    expect(await listExported()).toEqual(made);
    for (const answer of underWay) await answer.body?.cancel();
  });
});

describe("in the admin", () => {
  const openPage = (customerId: number, cookie: string) =>
    ask(customerPageLoader, pageRequest(`/admin/customers/${customerId}`, { cookie }), {
      customerId: String(customerId),
    });
  const sendForm = (customerId: number, typedId: string, cookie: string) =>
    ask(
      customerPageAction,
      pageRequest(`/admin/customers/${customerId}?intent=erase`, { cookie, form: { typedId } }),
      {
        customerId: String(customerId),
      },
    );

  test("an owner who types the customer's number erases; the page then says since when", async () => {
    const { id: customerId } = await insertCustomer(shop.id);
    const cookie = await signIn(shop.id, shop.staff.id);
    expect((await sendForm(customerId, "7", cookie)).status).toBe(400);
    expect((await readShown(customerId))?.erasedAt).toBeNull();
    expect((await sendForm(customerId, ` ${customerId} `, cookie)).status).toBe(303);
    const page = (await openPage(customerId, cookie)).data as CustomerPage;
    expect(page).toMatchObject({ name: "Erased customer", email: null, erasedOn: expect.any(String) });
  });

  test("editors can neither erase nor export", async () => {
    const { id: customerId } = await insertCustomer(shop.id);
    const cookie = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
    expect((await sendForm(customerId, String(customerId), cookie)).status).toBe(403);
    const request = pageRequest(`/admin/customers/${customerId}/data?format=csv`, { cookie });
    const answer = await customerDataFile.loader({
      request,
      params: { customerId: String(customerId) },
      context: {},
    });
    expect(answer.status).toBe(403);
  });

  test("an owner saves the file", async () => {
    const { id: customerId } = await insertCustomer(shop.id);
    const cookie = await signIn(shop.id, shop.staff.id);
    const request = pageRequest(`/admin/customers/${customerId}/data?format=csv`, { cookie });
    const answer = await customerDataFile.loader({
      request,
      params: { customerId: String(customerId) },
      context: {},
    });
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="customer-${customerId}.csv"`,
    );
    expect(await answer.text()).toContain("first_name,Ada");
  });
});
