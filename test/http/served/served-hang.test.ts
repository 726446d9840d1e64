import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { eventually } from "../../support/processes/eventually";
import { makeShopByCommand, openOwnPostgres } from "../../support/processes/own-postgres";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";

const SHOP = "hanging-gardens.mystore.example";

let database: Awaited<ReturnType<typeof openOwnPostgres>>;
let app: ServedApp;
let key: string;

beforeAll(async () => {
  database = await openOwnPostgres();
  key = (await makeShopByCommand(database.url, SHOP)).apiKey;
  app = await serveApp({ DATABASE_URL: database.url, DATABASE_PATIENCE_MS: "3000", READY_WITHIN_MS: "2500" });
  await eventually(async () => expect((await ask("/readyz")).status).toBe(200));
});
afterAll(async () => {
  database.wake();
  await stopServedApps();
  await database.stop();
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(app.origin + path, { redirect: "manual", ...init });
const form = (fields: Record<string, string>, { origin }: { origin: string } = app) => ({
  method: "POST",
  headers: { Origin: origin },
  body: new URLSearchParams(fields),
});
const withKey = (init: RequestInit = {}) => ({ ...init, headers: { "X-API-Key": key, ...init.headers } });
const SIGN_IN = { email: "owner@example.com", password: "correct horse battery" };

/** Everything that queries the database: JSON for each caller, reads and writes, and pages of every kind. */
const ASKING: [string, string, () => RequestInit][] = [
  ["a list", CONTRACT_LIST_PATH, withKey],
  [
    "a write",
    "/api/external/v2/subscription-contracts-update-status?contractId=1&status=PAUSED",
    () => withKey({ method: "PUT" }),
  ],
  [
    "a public action",
    "/loyalty/cp/api/referral-rules/accept-offer?token=ref_1_aaaaaaaaaaaaaaaaaaaaaa&email=a@example.com",
    () => ({}),
  ],
  ["readiness", "/readyz", () => ({})],
  ["an admin page", "/admin", () => ({ headers: { Cookie: `perennial_session=${"x".repeat(43)}` } })],
  [
    "an admin page's data",
    "/admin.data",
    () => ({ headers: { Cookie: `perennial_session=${"x".repeat(43)}` } }),
  ],
  ["a sign-in", "/admin/sign-in", () => form(SIGN_IN)],
  ["the portal", `/apps/memberships/cp?shop=${SHOP}`, () => ({})],
  [
    "a form of the portal",
    `/apps/memberships/cp?shop=${SHOP}&intent=sign_in`,
    () => form({ email: "a@example.com" }),
  ],
  ["a portal on a path of the shop's own", `/pages/membership?shop=${SHOP}`, () => ({})],
  [
    "a form on such a path",
    `/pages/membership?shop=${SHOP}&intent=sign_in`,
    () => form({ email: "a@example.com" }),
  ],
  ["a bundle", `/apps/memberships/bundles/coffee?shop=${SHOP}`, () => ({})],
  ["a referral link", "/apps/memberships/friends/ref_1_aaaaaaaaaaaaaaaaaaaaaa", () => ({})],
  [
    "a form behind it",
    "/apps/memberships/friends/ref_1_aaaaaaaaaaaaaaaaaaaaaa",
    () => form({ email: "a@example.com", token: "ref_1_aaaaaaaaaaaaaaaaaaaaaa" }),
  ],
];

async function expectUnavailable(): Promise<void> {
  const answers = await Promise.all(
    ASKING.map(async ([what, path, init]) => [what, await ask(path, init())] as const),
  );
  expect(answers.map(([what, { status, headers }]) => [what, status, headers.get("Retry-After")])).toEqual(
    ASKING.map(([what]) => [what, 503, "5"]),
  );
}

test("while the database hangs, each request gets 503 with Retry-After; when it answers again, all is well", async () => {
  expect((await ask(CONTRACT_LIST_PATH, withKey())).status).toBe(200);
  database.hang();
  await expectUnavailable();
  await expectUnavailable();
  expect((await ask("/healthz")).status).toBe(200);
  database.wake();
  await eventually(async () => expect((await ask("/readyz")).status).toBe(200));
  expect((await ask(CONTRACT_LIST_PATH, withKey())).status).toBe(200);
  expect((await ask("/admin/sign-in", form(SIGN_IN))).status).toBe(303);
});

/**
 * A form of the admin that was sent, and has written in its transaction, but not yet its activity.
 *
 * @returns what becomes of it, the Postgres process that works on it, and what ends the test's hold on it
 */
async function saveHalf(admin: postgres.Sql, at = app) {
  const readShop = (on: postgres.Sql) => on`select * from shops where store_domain = ${SHOP}`;
  const [before] = await readShop(admin);
  const signedIn = await fetch(`${at.origin}/admin/sign-in`, { redirect: "manual", ...form(SIGN_IN, at) });
  const { name, portal_path: portalPath, time_zone: timeZone } = before ?? {};
  const settings = { name: `${name} and Sons`, publicDomain: "", portalPath, timeZone, currencyCode: "USD" };
  const post = form({ ...settings, version: before?.updated_at.toISOString() }, at);
  const held = await admin.reserve();
  await held`begin`;
  await held`lock table activity`;
  const headers = { ...post.headers, Cookie: signedIn.headers.get("Set-Cookie")?.split(";")[0] ?? "" };
  const save = () =>
    fetch(`${at.origin}/admin/settings?intent=save`, { redirect: "manual", ...post, headers });
  const saving = save();
  const listBlocked = () => admin<{ pid: number; hasWritten: boolean }[]>`
    select l.pid, a.backend_xid is not null as "hasWritten"
    from pg_locks l join pg_stat_activity a using (pid) where not l.granted`;
  await eventually(async () => expect(await listBlocked()).toMatchObject([{ hasWritten: true }]));
  const [blocked] = await listBlocked();
  return {
    saving,
    /** Sends it again. */
    save,
    pid: blocked?.pid ?? 0,
    async letGo() {
      await held`rollback`;
      held.release();
    },
    async expectNothingDone(on = admin) {
      await eventually(async () => expect(await countTransactions(on)).toBe(0));
      expect((await readShop(on))[0]).toEqual(before);
    },
    async expectDone(on: postgres.Sql) {
      expect((await readShop(on))[0]?.name).toBe(settings.name);
    },
  };
}

test("a change that is half made when the database hangs is not made at all", async () => {
  const admin = postgres(database.url, { max: 2, onnotice: () => {} });
  const half = await saveHalf(admin);
  database.hang();
  expect((await half.saving).status).toBe(503);
  database.wake();
  await half.letGo();
  await eventually(async () => expect((await ask("/readyz")).status).toBe(200));
  await half.expectNothingDone();
  await admin.end();
});

test("a change that is half made when the database crashes is answered with 503, and not made at all", async () => {
  const admin = postgres(database.url, { max: 2, onnotice: () => {} });
  const half = await saveHalf(admin);
  database.crash(half.pid);
  expect((await half.saving).status).toBe(503);
  // The crash has ended the test's own hold, too.
  await admin.end({ timeout: 0 });
  await eventually(async () => expect((await ask("/readyz")).status).toBe(200));
  const again = postgres(database.url, { max: 2, onnotice: () => {} });
  await half.expectNothingDone(again);
  await again.end();
});

test("a change that is half made when the database is restarted is answered with 503, and not made at all; sent again, it is", async () => {
  const admin = postgres(database.url, { max: 2, onnotice: () => {} });
  const half = await saveHalf(admin);
  await database.restart();
  const answer = await half.saving;
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  // The restart has ended the test's own hold, too.
  await admin.end({ timeout: 0 });
  const again = postgres(database.url, { max: 2, onnotice: () => {} });
  await half.expectNothingDone(again);
  expect((await half.save()).status).toBe(303);
  await half.expectDone(again);
  await again.end();
});

test("a change that is half made when its web process is killed is not made at all", async () => {
  const other = await serveApp({ DATABASE_URL: database.url });
  const admin = postgres(database.url, { max: 2, onnotice: () => {} });
  const half = await saveHalf(admin, other);
  const lost = expect(half.saving).rejects.toThrow("fetch failed");
  await other.kill();
  await lost;
  await half.letGo();
  await half.expectNothingDone();
  await admin.end();
});

/** Statements under way on other connections than the one that asks. */
async function countTransactions(admin: postgres.Sql): Promise<number | undefined> {
  const [row] = await admin<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where xact_start is not null and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return row?.n;
}

test("during a crash of the database every request gets 200 or 503, never 500", async () => {
  const admin = postgres(database.url, { max: 1, onnotice: () => {} });
  const [row] = await admin<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const gone = admin`select pg_sleep(600)`.catch(() => {});
  const statuses = new Set<number>();
  const rounds = ["before", "during", "after"].map(async (when) => {
    if (when === "during") database.crash(row?.pid ?? 0);
    const answers = await Promise.all(ASKING.map(([, path, init]) => ask(path, init())));
    for (const { status } of answers) statuses.add(status);
  });
  await Promise.all(rounds);
  await gone;
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  await eventually(async () => expect((await ask("/readyz")).status).toBe(200));
  await eventually(async () => expect((await ask(CONTRACT_LIST_PATH, withKey())).status).toBe(200));
  await admin.end({ timeout: 0 });
});
