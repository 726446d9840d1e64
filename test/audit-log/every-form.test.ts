import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { ask, pageRequest, withJson } from "../support/calls/pages";
import { createTestShop, PASSWORD, signIn, type TestShop } from "../support/data/factories";
import { run } from "../support/data/many/bulk";
import { makeIds } from "../support/isolation/ids-of-a-shop";
import { makePageIds } from "../support/isolation/ids-of-pages";
import { type AllIds, toPageCall } from "../support/isolation/page-cases";
import { listPageEndpoints, type PageEndpoint } from "../support/isolation/page-endpoints";
import { isSettingsForm, SETTINGS_CASES } from "../support/isolation/settings-cases";
import { WRITE_CASES } from "../support/isolation/write-cases";
import { resetDatabase } from "../support/setup/database";

/** What a form needs to be carried out, over what page-cases.ts has. */
type Case = {
  form?: Record<string, string>;
  /** Forms that are sent before. */
  after?: string[];
  /** @returns ids that the form has instead */
  prepare?: (shop: TestShop, ids: AllIds) => Promise<unknown>;
};

const setBulkStatus = (status: "DRAFT" | "RUNNING" | "PAUSED") => async (shop: TestShop) => {
  const planned = { status, plannedAt: new Date() };
  await db.update(bulkAutomations).set(planned).where(eq(bulkAutomations.shopId, shop.id));
};
/** As in the case of the API's write. */
const prepareAs = (write: string) => async (shop: TestShop, ids: AllIds) =>
  WRITE_CASES[write]?.prepare?.(shop, ids);
/** The contract's version, after another change. */
const changed = { version: "2" };
const endBulk = async ({ id }: TestShop, { bulkAutomation }: AllIds) => {
  await run(id, Number(bulkAutomation));
};

const CASES: Record<string, Case> = {
  renameAccount: { form: { name: "Ada Byron" } },
  changePassword: { form: { password: PASSWORD, newPassword: "a wholly new horse" } },
  applyBulkAutomation: { prepare: setBulkStatus("DRAFT") },
  tryBulkAutomation: { prepare: setBulkStatus("DRAFT") },
  scheduleBulkAutomation: { prepare: setBulkStatus("DRAFT") },
  pauseBulkAutomationTask: { prepare: setBulkStatus("RUNNING") },
  continueBulkAutomationTask: { prepare: setBulkStatus("PAUSED") },
  undoBulkAutomationTask: { prepare: endBulk },
  dropTestClock: { prepare: prepareAs("deleteTestClock") },
  activateBundle: { after: ["deactivateBundle"] },
  restoreBundle: { after: ["archiveBundle"] },
  staffContract_apply_code: { prepare: prepareAs("applyDiscount") },
  staffContract_plan: { prepare: prepareAs("updateFrequencyBySellingPlan") },
  staffContract_payment_method: { prepare: prepareAs("updatePaymentMethod") },
  deleteSellingPlanGroupByForm: { prepare: prepareAs("deleteSellingPlanGroup") },
  staffContract_add_product: { after: ["staffContract_remove_product"], form: changed },
  staffContract_resume: { after: ["staffContract_pause"], form: changed },
  staffContract_reactivate: { after: ["staffContract_cancel"], form: changed },
  staffContract_unskip: { after: ["staffContract_skip"], form: changed },
  staffContract_undo: { after: ["staffContract_note"], form: changed },
  staffOrder_unskip: { after: ["staffOrder_skip"], form: changed },
  staffOrder_refund: { after: ["staffOrder_bill"] },
  eraseCustomerByForm: { after: ["staffContract_cancel"] },
  withdrawStaffInvitation: { form: { email: "new@example.com" }, after: ["inviteStaff"] },
  inviteStaff: { form: { email: "new@example.com" } },
  saveEventFamily: { form: { family: "membership" } },
};

const OWN = "one's own choice, which changes nothing of the shop";
const NOTHING = "changes nothing";
/** Forms that leave no entry, with the reason. */
const NOT_RECORDED: Record<string, string> = {
  chooseContractColumns: OWN,
  ...Object.fromEntries(
    ["Contract", "Order", "Customer", "Referral"].flatMap((list) =>
      ["save", "rename", "delete"].map((act) => [`${act}${list}View`, OWN]),
    ),
  ),
  setShortcuts: OWN,
  switchShop: OWN,
  switchDigestOn: OWN,
  switchDigestOff: OWN,
  mailDigestNow: "a mail to oneself, with nothing that the pages do not show",
  previewBulkAutomation: "only a draft; applied, it is recorded",
  discardBulkAutomation: "only a draft",
  chooseContractsForBulkAutomation: NOTHING,
  previewBundle: NOTHING,
  exportSelectedContracts: NOTHING,
  checkPublicDomain: "recorded when the outcome is another one: test/shops",
};
const OF_FACTOR = "needs the codes of a second factor: test/staff/second-factor.test.ts";
const OF_DECISION = "needs an order that is not known to be paid: test/billing/orders/";
/** Forms that are not carried out here, with the reason. */
const ELSEWHERE: Record<string, string> = {
  stepTestClock: "needs where the clock was seen; setTestClock of the API is the same service",
  beginSecondFactor: "only the beginning; recorded when it is confirmed",
  confirmSecondFactor: OF_FACTOR,
  renewRecoveryCodes: OF_FACTOR,
  turnOffSecondFactor: OF_FACTOR,
  requireSecondFactor: OF_FACTOR,
  staffOrder_look: OF_DECISION,
  staffOrder_mark_paid: OF_DECISION,
  staffOrder_mail: OF_DECISION,
  staffOrder_give_up: OF_DECISION,
  retryBulkAutomation: "needs a contract whose change failed; its step is recorded as that of each other",
  closeShopByForm: "no other form is taken afterwards: test/shop-closing/closing-pages.test.ts",
  reopenShop: "as closeShopByForm",
  startImport: "needs files, and is recorded at its end: test/imports",
  replayWebhookDelivery: "needs an event that was sent; replayWebhookEvents of the API is the same service",
};

const all = (await listPageEndpoints()).filter(
  ({ endpoint }) => endpoint.method !== "GET" && endpoint.access.staff !== undefined,
);
const forms = all.filter(({ endpoint: { operationId } }) => !(operationId in SETTINGS_CASES));
const getForm = (name: string): PageEndpoint => {
  const found = all.find(({ endpoint }) => endpoint.operationId === name);
  if (!found) throw new Error(`no page has the form ${name}`);
  return found;
};

beforeAll(resetDatabase);

async function openShop({ prepare }: Case) {
  const shop = await createTestShop({ gateway: "test" });
  const ids = await makeIds(shop);
  const made: AllIds = { ...ids, ...(await makePageIds(shop, ids, shop.staff.id)) };
  Object.assign(made, await prepare?.(shop, made));
  return { shop, ids: made };
}

async function send({ shop, ids }: Awaited<ReturnType<typeof openShop>>, page: PageEndpoint) {
  const cookie = await signIn(shop.id, shop.staff.id);
  const { params, query, form, body } = toPageCall(page, ids);
  const fields = { ...form, ...CASES[page.endpoint.operationId]?.form };
  const sent = pageRequest(`/admin/x?${query}`, { cookie, form: fields });
  const { status, problem } = await ask(page.handler, body ? withJson(sent, body) : sent, params);
  return status < 400 ? "done" : JSON.stringify([status, problem?.detail, problem?.errors]);
}

const carriedOut = forms.filter(
  ({ endpoint: { operationId: name } }) => !(name in NOT_RECORDED || name in ELSEWHERE),
);
describe("what staff do by a form leaves an entry in the history", () => {
  test.each(carriedOut.map((page) => [page.endpoint.operationId, page] as const))(
    "%s",
    async (name, page) => {
      const { after = [], ...wanted } = CASES[name] ?? {};
      const opened = await openShop(wanted);
      for (const before of after)
        expect([before, await send(opened, getForm(before))]).toEqual([before, "done"]);
      const count = () => db.$count(activity, eq(activity.shopId, opened.shop.id));
      const had = await count();
      expect(await send(opened, page)).toBe("done");
      expect(await count()).toBeGreaterThan(had);
    },
  );
});

test("every list here names forms that there are", () => {
  const names = new Set(all.map(({ endpoint }) => endpoint.operationId));
  const listed = [CASES, NOT_RECORDED, ELSEWHERE].flatMap((list) => Object.keys(list));
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
  expect(all.filter(isSettingsForm).length).toBeGreaterThan(10);
});
