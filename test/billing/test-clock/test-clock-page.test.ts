import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { putTestClock } from "~/features/billing/test-clock/test-clock.endpoints.server";
import { testClockAction } from "~/features/billing/test-clock/test-clock-page.endpoints.server";
import { homeLoader } from "~/features/home/home.endpoints.server";
import { billedMonthly, createTestGatewayShop, listOrdersOf } from "../../support/calls/billing";
import { askJson } from "../../support/calls/json-endpoints";
import { ask, namesOf, pageRequest } from "../../support/calls/pages";
import { inDaysAtNine, monthsAfter } from "../../support/data/days";
import { createTestShop, insertStaff, signIn, type TestShop } from "../../support/data/factories";
import { runJobs } from "../../support/processes/jobs";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestGatewayShop();
  cookie = await signIn(shop.id, shop.staff.id);
});

type Clock = {
  now: string;
  target: string;
  isAdvancing: boolean;
  isReal: boolean;
  seenTarget: string;
} | null;
const readClock = async (as = cookie) =>
  ((await ask(homeLoader, pageRequest("/admin", { cookie: as }))).data as { clock: Clock }).clock;
const send = (intent: string, form: Record<string, string> = {}, as = cookie) =>
  ask(testClockAction, pageRequest(`/admin?intent=${intent}`, { cookie: as, form }));
const step = async (by: string) => send("step", { by, seenTarget: (await readClock())?.seenTarget ?? "" });

describe("the test clock on the home page", () => {
  test("goes a week, a month and a quarter on by the shop's calendar, and orders are made on the way", async () => {
    await billedMonthly(shop, { nextBillingDate: inDaysAtNine(10) });
    expect(await readClock()).toMatchObject({ isReal: true, seenTarget: "" });
    expect((await step("week")).headers.get("location")).toBe("/admin?done=clock");
    expect(await readClock()).toMatchObject({ isReal: false, isAdvancing: true });
    expect(await runJobs()).toEqual([]);
    const week = await readClock();
    expect(week).toMatchObject({ isAdvancing: false, now: week?.target });
    await step("month");
    await step("quarter");
    expect(await runJobs()).toEqual([]);
    const expected = monthsAfter(monthsAfter(new Date(week?.now ?? 0), 1), 3);
    expect((await readClock())?.now).toBe(expected.toISOString());
    expect((await listOrdersOf(shop.id)).length).toBeGreaterThanOrEqual(4);
  });

  test("a button pressed twice moves it once", async () => {
    const form = { by: "month", seenTarget: "" };
    const answers = await Promise.all([send("step", form), send("step", form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const { target } = (await readClock()) ?? {};
    expect((await send("step", form)).problem?.code).toBe("stale_version");
    expect((await readClock())?.target).toBe(target);
  });

  test("the real one comes back while no order lies ahead of it", async () => {
    await step("week");
    await runJobs();
    expect((await send("real")).headers.get("location")).toBe("/admin?done=real_clock");
    expect(await readClock()).toMatchObject({ isReal: true });
    await billedMonthly(shop, { nextBillingDate: inDaysAtNine(3) });
    await step("week");
    await runJobs();
    expect((await send("real")).problem?.code).toBe("conflict");
  });

  test("is for shops on the test gateway and who may edit; what is wrong is named", async () => {
    expect(namesOf((await send("step", { by: "year", seenTarget: "soon" })).problem)).toEqual([
      "/by",
      "/seenTarget",
    ]);
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    expect((await send("step", { by: "week", seenTarget: "" }, viewer)).status).toBe(403);
    const other = await createTestShop();
    const as = await signIn(other.id, other.staff.id);
    expect(await readClock(as)).toBeNull();
    expect((await send("step", { by: "week", seenTarget: "" }, as)).status).toBe(403);
  });

  test("who moved it, or took it away, is in the audit log; what was refused or moved nothing is not", async () => {
    const editor = await insertStaff(shop.id, "editor");
    const as = await signIn(shop.id, editor.id);
    await send("real", {}, as);
    await send("step", { by: "week", seenTarget: "" }, as);
    await send("step", { by: "week", seenTarget: "" }, as);
    await runJobs();
    const week = (await readClock())?.target ?? "";
    const month = monthsAfter(new Date(week), 1).toISOString();
    const put = () => askJson(putTestClock, `/x?now=${month}`, { method: "PUT", key: shop.writeKey });
    expect([(await put()).status, (await put()).status]).toEqual([200, 200]);
    await runJobs();
    await send("real", {}, as);
    const entries = (await listActivity(shop.id, null)).filter(({ action }) =>
      action.startsWith("shop.clock_"),
    );
    const moved = { action: "shop.clock_moved", contractId: null };
    expect(entries.reverse()).toMatchObject([
      {
        ...moved,
        actorType: "staff",
        actorName: editor.name,
        before: { testClock: null },
        after: { testClock: week },
      },
      { ...moved, actorType: "api_key", before: { testClock: week }, after: { testClock: month } },
      {
        action: "shop.clock_removed",
        actorType: "staff",
        actorName: editor.name,
        before: { testClock: month },
        after: { testClock: null },
      },
    ]);
    // By the real clock, not by the one that is moved.
    for (const { createdAt } of entries) expect(+createdAt).toBeLessThanOrEqual(Date.now());
  });
});
