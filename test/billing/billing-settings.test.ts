import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import {
  billingSettingsAction,
  billingSettingsLoader,
} from "~/features/billing/settings-page/billing-settings.endpoints.server";
import { toBillingFields } from "~/features/billing/settings-page/billing-settings-form";
import { isCapped, toPhases, toRetryDays } from "~/features/billing/settings-page/retry-phases";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, signIn, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

describe("phases of retries", () => {
  test("come to days after the first failure, and days to the fewest phases", () => {
    expect(
      toRetryDays([
        { tries: 2, everyDays: 3 },
        { tries: 1, everyDays: 5 },
      ]),
    ).toEqual([3, 6, 11]);
    expect(toPhases(DEFAULT_BILLING_SETTINGS.retries.days)).toEqual([
      { tries: 1, everyDays: 1 },
      { tries: 3, everyDays: 2 },
      { tries: 1, everyDays: 3 },
      { tries: 1, everyDays: 4 },
    ]);
  });

  test("any plan comes back as the same days", () => {
    const phase = fc.record({
      tries: fc.integer({ min: 1, max: 5 }),
      everyDays: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(phase, { maxLength: 6 }), (phases) => {
        const days = toRetryDays(phases);
        expect(toRetryDays(toPhases(days))).toEqual(days);
        expect(toPhases(days).length).toBeLessThanOrEqual(phases.length);
      }),
    );
  });

  test("more than ten charges in 30 days are more than a payment method is tried", () => {
    expect(isCapped(toRetryDays([{ tries: 9, everyDays: 3 }]))).toBe(false);
    expect(isCapped(toRetryDays([{ tries: 10, everyDays: 3 }]))).toBe(true);
  });
});

describe("the billing settings", () => {
  let shop: TestShop;
  let cookie: string;
  beforeEach(async () => {
    await resetDatabase();
    shop = await createTestShop();
    cookie = await signIn(shop.id, shop.staff.id);
  });
  const PATH = "/admin/settings/billing";
  const FORM = { ...toBillingFields(DEFAULT_BILLING_SETTINGS), version: "" };
  const save = (form: Record<string, string> = {}, as = cookie) =>
    ask(billingSettingsAction, pageRequest(PATH, { cookie: as, form: { ...FORM, ...form } }));
  const read = async () =>
    (await ask(billingSettingsLoader, pageRequest(PATH, { cookie }))).data as {
      fields: Record<string, string>;
      version: string;
    };

  test("are the defaults until somebody saves others, which is recorded in the history", async () => {
    expect(await read()).toMatchObject({ version: "", fields: { billingHour: "9", endAction: "pause" } });
    const wanted = { billingHour: "6", "retry-0-tries": "2", "retry-0-every": "5", endAction: "cancel" };
    expect((await save({ ...wanted, "stock-0-tries": "3" })).status).toBe(303);
    expect(await readBillingSettings(shop.id)).toEqual({
      billingHour: 6,
      retries: { days: [5, 10, 12, 14, 16, 19, 23], endAction: "cancel" },
      stockRetries: { days: [1, 2, 3], endAction: "skip" },
    });
    const [entry] = await listActivity(shop.id, null);
    expect(entry).toMatchObject({
      action: "billing.settings_changed",
      before: { billingHour: 9, endAction: "pause", stockRetryDays: [1, 2, 3, 4, 5] },
      after: { billingHour: 6, endAction: "cancel", stockRetryDays: [1, 2, 3] },
    });
    expect((await read()).fields).toMatchObject({ "retry-0-tries": "2", "retry-3-every": "4" });
  });

  test("saved unchanged write nothing; saved from an old page are refused", async () => {
    expect((await save()).status).toBe(303);
    const isOfBilling = ({ action }: { action: string }) => action === "billing.settings_changed";
    expect((await listActivity(shop.id, null)).filter(isOfBilling)).toEqual([]);
    await save({ billingHour: "7" });
    expect((await save({ billingHour: "8" })).problem?.code).toBe("stale_version");
    expect((await save({ billingHour: "8", version: (await read()).version })).status).toBe(303);
  });

  test("whatever is wrong is named, field by field, and nothing is saved", async () => {
    const { status, problem } = await save({
      billingHour: "24",
      endAction: "explode",
      stockEndAction: "",
      "retry-0-tries": "0",
      "retry-1-every": "",
      "retry-5-tries": "1.5",
      "retry-5-every": "31",
      "stock-0-tries": "",
      "stock-0-every": "",
    });
    expect(status).toBe(400);
    expect(namesOf(problem)).toEqual([
      "/billingHour",
      "/endAction",
      "/stockEndAction",
      "/retry-0-tries",
      "/retry-1-every",
      "/retry-5-tries",
      "/retry-5-every",
      "/stock-0-tries",
    ]);
    const many = await save({ "retry-0-tries": "15", "retry-5-tries": "3", "retry-5-every": "30" });
    expect(namesOf(many.problem)).toEqual(["/retry-0-tries", "/retry-0-tries"]);
    expect(await readBillingSettings(shop.id)).toEqual(DEFAULT_BILLING_SETTINGS);
  });

  test("are the owner's to change, and everybody's to read", async () => {
    const editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
    expect((await save({ billingHour: "7" }, editor)).status).toBe(403);
    const page = await ask(billingSettingsLoader, pageRequest(PATH, { cookie: editor }));
    expect(page.data).toMatchObject({ mayEdit: false });
  });
});
