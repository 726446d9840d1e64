import { beforeEach, expect, test } from "vitest";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contractLines, contracts } from "~db/schema/contracts";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import { readContractRow } from "../support/data/contract-plan";
import {
  createTestShop,
  insertContract,
  insertPaymentMethod,
  insertStaff,
  NOW,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

type Form = Record<string, string | string[]>;

let shop: TestShop;
let editor: string;
let contract: Awaited<ReturnType<typeof insertContract>>;
/** By form: the field, an accepted value, and refused values. */
let forms: Record<string, { field: string; right: string; wrong: (string | string[])[] }>;

beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  const other = await createTestShop();
  const theirs = await insertContract(other.id, { lines: [{}, {}] });
  const neighbour = await insertContract(shop.id, { lines: [{}, {}] });
  contract = await insertContract(shop.id, { lines: [{ title: "Honey" }, { title: "Jam" }] });
  const ownPlans = await insertCatalogue(shop.id, {
    groups: [{ plans: [{ billingInterval: "MONTH", billingIntervalCount: 2 }, { billingInterval: null }] }],
  });
  const theirPlans = await insertCatalogue(other.id, { groups: [{ plans: [{}] }] });
  const [plan = 0, untimed = 0] = ownPlans.groups[0]?.planIds ?? [];
  const card = async (of: typeof contract, more: object = {}) => {
    const id = `card-${of.customerId}-${Object.keys(more).join()}`;
    await insertPaymentMethod(of.shopId, of.customerId, { id, ...more });
    return id;
  };
  const line = contract.lines[0]?.id ?? "";
  forms = {
    payment_method: {
      field: "paymentMethodId",
      right: await card(contract),
      wrong: [
        await card(theirs),
        await card(neighbour),
        await card(contract, { revokedAt: NOW }),
        await card(contract, { expiryMonth: 1, expiryYear: 2020 }),
        "none",
        "",
        "x".repeat(5000),
        "a\u2028b",
        ["a", "b"],
      ],
    },
    plan: {
      field: "sellingPlanId",
      right: String(plan),
      wrong: [
        String(theirPlans.groups[0]?.planIds[0]),
        String(untimed),
        "0",
        "-1",
        "1.5",
        "x",
        "",
        "9007199254740993",
        "1e400",
        [String(plan), String(plan)],
      ],
    },
    split: {
      field: "lineIds",
      right: line,
      wrong: [
        theirs.lines[0]?.id ?? "",
        neighbour.lines[0]?.id ?? "",
        [line, neighbour.lines[0]?.id ?? ""],
        [line, contract.lines[1]?.id ?? ""],
        "x",
        "",
        [line, "x"],
      ],
    },
  };
});

async function post(intent: string, form: Form) {
  const { subscriptionContractId: id } = contract;
  const body = new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );
  const request = pageRequest(`/admin/contracts/${id}?intent=${intent}`, { cookie: editor, form: {} });
  const { headers } = request;
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  const sent = new Request(request.url, { method: "POST", headers, body: body.toString() });
  return ask(contractPageAction, sent, { contractId: String(id) });
}

/** The rows in which a change would show. */
const readTraces = async () => [
  await db.select().from(contracts).orderBy(contracts.id),
  await db.select().from(contractLines).orderBy(contractLines.id),
  await db.$count(activity),
];

test.each(["payment_method", "plan", "split"])(
  "the form %s with a value that is wrong, missing or of others names its field, and changes nothing",
  async (intent) => {
    const { field, wrong } = forms[intent] ?? { field: "", wrong: [] };
    const before = await readTraces();
    const version = String((await readContractRow(contract)).version);
    for (const value of [...wrong, null]) {
      const answer = await post(intent, { version, ...(value !== null && { [field]: value }) });
      const names = namesOf(answer.problem).map((name) => name.replace(/^\//, "").split("/")[0]);
      expect([value, answer.status, names[0]]).toEqual([
        value,
        expect.toSatisfy((s) => s === 400 || s === 404),
        field,
      ]);
    }
    for (const wrongVersion of ["", "x", "-1", "99999999999"]) {
      const answer = await post(intent, { version: wrongVersion });
      expect([answer.status, namesOf(answer.problem)]).toEqual([400, ["/version", `/${field}`]]);
    }
    expect(await readTraces()).toEqual(before);
  },
);

test.each(["payment_method", "plan", "split"])(
  "the form %s sent twice, at once or one after the other, is done once",
  async (intent) => {
    const { field, right } = forms[intent] ?? { field: "", right: "" };
    const count = await db.$count(contracts);
    const form = { version: String((await readContractRow(contract)).version), [field]: right };
    const answers = await Promise.all([post(intent, form), post(intent, form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await post(intent, form)).problem?.code).toBe("stale_version");
    expect(await db.$count(contracts)).toBe(count + (intent === "split" ? 1 : 0));
  },
);
