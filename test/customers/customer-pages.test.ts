import { beforeEach, describe, expect, test } from "vitest";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import { customerListLoader } from "~/features/customers/list-page/customer-list-page.endpoints.server";
import {
  customerPageAction,
  customerPageLoader,
} from "~/features/customers/page/customer-page.endpoints.server";
import type { CustomerPage } from "~/features/customers/page/customer-page.service.server";
import { insertMail } from "~/features/mail/mails.repo.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { customerToken } from "../support/calls/portal";
import { BERLIN_ADDRESS } from "../support/data/addresses";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  insertStaff,
  signIn,
} from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ currencyCode: "EUR" });
let cookie: string;
beforeEach(async () => {
  cookie = await signIn(shop.id, shop.staff.id);
});
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

const askPage = (id: number | string, as = cookie) =>
  ask(customerPageLoader, pageRequest(`/admin/customers/${id}`, { cookie: as }), { customerId: String(id) });
const readPage = async (id: number) => (await askPage(id)).data as CustomerPage;

type Subject = { customerId: number } | { contractId: number };
function sendNote(subject: Subject, intent: string, form: Record<string, string>, as = cookie) {
  const [[name, id] = ["", 0]] = Object.entries(subject);
  const [action, path] =
    name === "customerId" ? [customerPageAction, "customers"] : [contractPageAction, "contracts"];
  const request = pageRequest(`/admin/${path}/${id}?intent=${intent}&list=q%3Dx`, { cookie: as, form });
  return ask(action as Parameters<typeof ask>[0], request, { [name]: String(id) });
}

describe("the page of a customer", () => {
  test("shows contracts, orders, what was spent, addresses, tags, payment methods, mails and links", async () => {
    const ada = await insertCustomer(shop.id, {
      tags: ["vip", "tea"],
      note: "Rings twice",
      phone: "+49 30 123",
      defaultAddress: BERLIN_ADDRESS,
      acceptsEmailMarketing: true,
    });
    await insertPaymentMethod(shop.id, ada.id, {
      brand: "visa",
      lastDigits: "4242",
      instrumentType: "CustomerCreditCard",
    });
    const contract = await insertContract(shop.id, {
      customerId: ada.id,
      currencyCode: "EUR",
      deliveryAddress: BERLIN_ADDRESS,
      lines: [{ title: "Tea" }, { title: "Pot" }],
      attempts: [
        { billingDate: inDays(-40), status: "SUCCESS", orderAmount: "20.00", orderId: 1, orderName: "#1" },
        { billingDate: inDays(-10), status: "SUCCESS", orderAmount: "15.50", orderId: 2, orderName: "#2" },
        { billingDate: inDays(20) },
        { billingDate: inDays(50), status: "SKIPPED" },
      ],
    });
    await insertContract(shop.id, { attempts: [{ billingDate: inDays(3) }] });
    const mail = {
      kind: "portal_link",
      recipient: "a@example.com",
      subject: "Your link",
      text: "t",
      html: "h",
    } as const;
    await insertMail(db, shop.id, { ...mail, customerId: ada.id }, new Date());
    await customerToken(shop, ada.id);
    const page = await readPage(ada.id);
    expect(page).toMatchObject({
      name: "Ada Lovelace",
      tags: ["vip", "tea"],
      note: "Rings twice",
      marketing: "By e-mail",
      contracts: [
        { id: contract.subscriptionContractId, product: "Tea", more: 1, status: "ACTIVE", amount: "€20.00" },
      ],
      spent: [{ orders: 2, amount: "€35.50", refunded: null }],
      methods: [{ title: "Visa •••• 4242" }],
      mails: [{ subject: "Your link", status: "QUEUED" }],
      links: [{ isLive: true, by: "test" }],
      notes: [],
      mayEdit: true,
      mayReadMails: true,
    });
    expect(page.past.rows.map(({ name }) => name)).toEqual(["#2", "#1"]);
    expect(page.upcoming.rows.map(({ amount }) => amount)).toEqual(["€20.00"]);
    expect(page.addresses).toHaveLength(1);
  });

  test("of a customer without data is empty; of an unknown customer, or another shop's, it is not found", async () => {
    const { id } = await insertCustomer(shop.id, { firstName: null, lastName: null, email: null });
    expect(await readPage(id)).toMatchObject({
      name: `Customer ${id}`,
      contracts: [],
      spent: [],
      addresses: [],
      upcoming: { rows: [] },
      past: { rows: [] },
    });
    const foreign = await insertCustomer((await createTestShop()).id);
    const unknown = await askPage(99);
    expect(unknown.status).toBe(404);
    expect((await askPage(foreign.id)).problem?.detail).toBe(unknown.problem?.detail);
    expect((await askPage("x")).status).toBe(404);
  });
});

describe("internal notes", () => {
  test("are written and removed on the pages of customers and contracts, each with its author", async () => {
    const contract = await insertContract(shop.id);
    const contractId = contract.subscriptionContractId;
    const readContract = async () =>
      (
        await ask(contractPageLoader, pageRequest(`/admin/contracts/${contractId}`, { cookie }), {
          contractId: String(contractId),
        })
      ).data as { internalNotes: { id: number; text: string; author: string }[] };
    for (const subject of [{ customerId: contract.customerId }, { contractId }]) {
      const read = async () =>
        subject.customerId === undefined
          ? (await readContract()).internalNotes
          : (await readPage(subject.customerId)).notes;
      const done = await sendNote(subject, "add_note", { internalNote: "  Likes oolong.\nCall first. " });
      expect([done.status, done.headers.get("Location")]).toEqual([
        303,
        expect.stringMatching(/\?list=q%3Dx&done=add_note#notes$/),
      ]);
      await sendNote(subject, "add_note", { internalNote: "Second" });
      const notes = await read();
      expect(notes.map(({ text, author }) => [text, author])).toEqual([
        ["Second", shop.staff.name],
        ["Likes oolong.\nCall first.", shop.staff.name],
      ]);
      const gone = await sendNote(subject, "remove_note", { noteId: String(notes[0]?.id) });
      expect(gone.status).toBe(303);
      expect(await read()).toHaveLength(1);
      expect((await sendNote(subject, "remove_note", { noteId: String(notes[0]?.id) })).status).toBe(404);
    }
    const entries = (await db.select().from(activity)).filter(({ action }) =>
      action.startsWith("internal_note"),
    );
    expect(entries).toHaveLength(6);
    expect(JSON.stringify(entries)).not.toContain("oolong");
  });

  test("cannot be empty or endless, are for editors, and stay with what they are about", async () => {
    const one = await insertCustomer(shop.id);
    const other = await insertCustomer(shop.id);
    const customerId = one.id;
    for (const internalNote of ["  ", "x".repeat(5001)]) {
      const refused = await sendNote({ customerId }, "add_note", { internalNote });
      expect([refused.status, namesOf(refused.problem)]).toEqual([400, ["/internalNote"]]);
    }
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    expect((await sendNote({ customerId }, "add_note", { internalNote: "no" }, viewer)).status).toBe(403);
    expect((await askPage(customerId, viewer)).data).toMatchObject({ mayEdit: false, mayReadMails: false });
    await sendNote({ customerId }, "add_note", { internalNote: "yes" });
    const [note] = (await readPage(customerId)).notes;
    const stray = await sendNote({ customerId: other.id }, "remove_note", { noteId: String(note?.id) });
    expect(stray.status).toBe(404);
    expect((await sendNote({ customerId: 99 }, "add_note", { internalNote: "x" })).status).toBe(404);
    const foreign = await insertContract((await createTestShop()).id);
    expect(
      (await sendNote({ contractId: foreign.subscriptionContractId }, "add_note", { internalNote: "x" }))
        .status,
    ).toBe(404);
    expect((await readPage(customerId)).notes).toHaveLength(1);
  });
});

describe("the list of customers", () => {
  type List = {
    rows: { id: number; name: string }[];
    total: string;
    here: string;
    nextHref: string | null;
    previousHref: string | null;
  };
  const readList = async (search = "") =>
    (await ask(customerListLoader, pageRequest(`/admin/customers${search}`, { cookie }))).data as List;

  test("is sorted by name in both directions, and searched by name, e-mail and id", async () => {
    const names = Array.from({ length: 51 }, (_, index) => `C${String(index).padStart(2, "0")}`);
    const ids: number[] = [];
    for (const firstName of names) {
      const { id } = await insertCustomer(shop.id, { firstName, lastName: null });
      await insertContract(shop.id, { customerId: id });
      ids.push(id);
    }
    await insertCustomer(shop.id, { firstName: "Without" });
    const first = await readList();
    expect(first.total).toBe("51 customers");
    expect(first.rows.map(({ name }) => name)).toEqual(names.slice(0, 50));
    expect(first.previousHref).toBeNull();
    const second = await readList(first.nextHref?.slice("/admin/customers".length));
    expect(second.rows.map(({ name }) => name)).toEqual(["C50"]);
    expect(second.nextHref).toBeNull();
    const back = await readList(second.previousHref?.slice("/admin/customers".length));
    expect(back.rows).toEqual(first.rows);
    expect(back.previousHref).toBeNull();
    // What a customer's page leads back to.
    expect([`/admin/customers?${second.here}`, first.here]).toEqual([first.nextHref, ""]);
    expect((await readList("?q=c07&only=subscribers&cursor=nonsense")).here).toBe("q=c07&only=subscribers");
    expect((await readList("?q=c07")).rows).toMatchObject([{ name: "C07" }]);
    expect((await readList(`?q=customer-${ids[3]}@`)).rows).toMatchObject([{ name: "C03" }]);
    expect((await readList(`?q=${ids[4]}`)).rows).toMatchObject([{ name: "C04" }]);
    expect((await readList("?q=nobody")).total).toBe("0 customers");
    expect((await readList("?q=without")).rows).toEqual([]);
    expect((await readList("?cursor=nonsense")).rows).toEqual(first.rows);
  });
});
