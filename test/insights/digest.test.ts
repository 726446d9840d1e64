import { and, eq } from "drizzle-orm";
import { parseCrontab } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteTestClock } from "~/access/test-clock.repo.server";
import { digestPageAction, digestPageLoader } from "~/features/insights/digest/digest.endpoints.server";
import { mailDueDigests } from "~/features/insights/digest/digest.service.server";
import { renderDigest } from "~/features/insights/digest/digest-mail";
import { toDigestWeek } from "~/features/insights/digest/digest-week.server";
import { overviewPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import type { OverviewPage } from "~/features/insights/pages/part-pages.service.server";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import { env } from "~/lib/env.server";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { billedMonthly } from "../support/calls/billing";
import { ask, pageRequest } from "../support/calls/pages";
import { setShopClock } from "../support/data/days";
import { signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs, runTask } from "../support/processes/jobs";
import { startMailServer } from "../support/processes/mail-server";

const ZONE = "America/New_York";
const shop = shopOfEachTest({ gateway: "test", timeZone: ZONE });
const at = (text: string): Date => new Date(text);

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => {
  env.SMTP_URL = undefined;
  return server.stop();
});
beforeEach(() => {
  env.SMTP_URL = server.url;
  server.mails.length = 0;
});

const setClock = (now: Date) => setShopClock(shop.id, now);
async function post(intent: string) {
  const cookie = await signIn(shop.id, shop.staff.id);
  const request = pageRequest(`/admin/insights/digest?intent=${intent}`, { cookie, form: {} });
  return ask(digestPageAction, request);
}
async function runDue() {
  await enqueue(db, "mail-digests", {});
  expect(await runJobs()).toEqual([]);
}

test("it is due on Mondays at the billing hour of the shop's zone, also where a clock change lies between", () => {
  const billing = { timeZone: ZONE, hour: 9 };
  const last = toDigestWeek(at("2026-03-09T12:59:59Z"), billing);
  expect(last).toEqual({
    monday: "2026-03-02",
    due: at("2026-03-02T14:00:00Z"),
    week: { from: "2026-02-23", to: "2026-03-01" },
  });
  // Summer time has begun on Sunday: nine o'clock is an hour earlier.
  expect(toDigestWeek(at("2026-03-09T13:00:00Z"), billing)).toMatchObject({
    monday: "2026-03-09",
    week: { from: "2026-03-02", to: "2026-03-08" },
  });
  expect(toDigestWeek(at("2026-03-15T23:00:00Z"), billing).monday).toBe("2026-03-09");
});

test("its job, and every other, runs by a timetable that the queue understands", () => {
  const items = parseCrontab(crontab);
  const known = new Set(Object.keys(tasks));
  expect(items.filter(({ task }) => !known.has(task))).toEqual([]);
  expect(items.map(({ task }) => task)).toEqual(expect.arrayContaining(["mail-digests", "sum-plans"]));
});

test("numbers and bars are plain tables, as text, too, and nothing of them is HTML by accident", () => {
  const { html, text } = renderDigest({
    currencyCode: "EUR",
    numbers: [{ name: "paidOrders", value: 12, previous: 10, url: 'https://x.example/?a=1&b="<' }],
    bars: [
      { date: "2026-02-16", value: 0 },
      { date: "2026-02-23", value: 50 },
      { date: "2026-03-02", value: 100 },
    ],
  });
  expect(html).toContain("&amp;b=&quot;&lt;");
  expect(html.match(/width="(\d+)%" bgcolor/g)).toEqual(['width="50%" bgcolor', 'width="100%" bgcolor']);
  expect(html).not.toMatch(/<(img|svg|div|script)/);
  expect(text).toContain("Paid orders: 12 (+20 %, 10 before)");
  expect(text).toMatch(/^#{10} .*23 Feb 2026$/m);
});

test("off unless switched on; then once every Monday by the shop's clock, though two processes send it", async () => {
  await setClock(at("2026-03-03T12:00:00Z"));
  await runDue();
  expect(server.mails).toHaveLength(0);
  expect(await post("on")).toMatchObject({ status: 303 });
  // The past Monday is no longer mailed.
  await runDue();
  expect(server.mails).toHaveLength(0);
  await billedMonthly(shop, { createdAt: at("2026-03-04T12:00:00Z") });
  await setClock(at("2026-03-09T12:59:00Z"));
  await runDue();
  expect(server.mails).toHaveLength(0);
  await setClock(at("2026-03-09T13:00:00Z"));
  await Promise.all([mailDueDigests(shop.id, new Date()), mailDueDigests(shop.id, new Date())]);
  await runDue();
  await runDue();
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ recipient: shop.staff.email });
  expect(mail?.subject).toContain("2 Mar 2026 – 8 Mar 2026");

  const cookie = await signIn(shop.id, shop.staff.id);
  const search = "?from=2026-03-02&to=2026-03-08";
  const { data } = await ask(overviewPageLoader, pageRequest(`/admin/insights${search}`, { cookie }));
  for (const name of ["activeContracts", "paidOrders", "newContracts"]) {
    const tile = (data as OverviewPage).tiles.find((each) => each.name === name);
    const href = tile?.href ?? `/admin/insights${search}`;
    expect(mail?.html, name).toContain(`http://localhost${href.replaceAll("&", "&amp;")}"`);
    expect(mail?.text, name).toContain(`http://localhost${href}`);
  }
  await setClock(at("2026-03-30T15:00:00Z"));
  await runDue();
  expect(server.mails).toHaveLength(2);
  expect(await post("off")).toMatchObject({ status: 303 });
  await setClock(at("2026-04-06T15:00:00Z"));
  await runDue();
  expect(server.mails).toHaveLength(2);
});

test("after a test clock is taken away, the next Monday of the real clock is mailed", async () => {
  const count = async () =>
    (
      await db
        .select()
        .from(mails)
        .where(and(eq(mails.shopId, shop.id), eq(mails.kind, "weekly_digest")))
    ).length;
  await setClock(at("2026-03-03T12:00:00Z"));
  expect(await post("on")).toMatchObject({ status: 303 });
  await setClock(at("2026-03-30T15:00:00Z"));
  await mailDueDigests(shop.id, new Date());
  expect(await count()).toBe(1);
  await deleteTestClock(db, shop.id);
  for (const [now, mailed] of [
    ["2026-03-11T12:00:00Z", 1],
    ["2026-03-16T13:00:00Z", 2],
    ["2026-03-17T13:00:00Z", 2],
    ["2026-03-23T13:00:00Z", 3],
  ] as const) {
    await runTask("mail-digests", at(now));
    expect([now, await count()]).toEqual([now, mailed]);
  }
});

test("one can be had at once, five times an hour; the page shows what it says", async () => {
  const cookie = await signIn(shop.id, shop.staff.id);
  const { data } = await ask(digestPageLoader, pageRequest("/admin/insights/digest", { cookie }));
  expect(data).toMatchObject({ isOn: false, email: shop.staff.email, billingHour: 9 });
  for (let time = 0; time < 5; time++) expect((await post("now")).status).toBe(303);
  expect((await post("now")).problem?.code).toBe("too_many_requests");
  expect(await runJobs()).toEqual([]);
  expect(server.mails).toHaveLength(5);
});
