import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { listApiKeys } from "~/access/api-keys.repo.server";
import { loader as contractList } from "~/api/contract-list";
import { listActivity } from "~/features/activity/activity.repo.server";
import { apiKeysAction, apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import { createApiKeySchema, MAX_LIVE_API_KEYS } from "~/features/api-keys/api-keys.schema.server";
import { createKey } from "~/features/api-keys/api-keys.service.server";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { DAY_MS } from "~/lib/days";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, signIn, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ timeZone: "America/New_York" });
const HOUR_MS = 3_600_000;

let cookie: string;
beforeEach(async () => {
  cookie = await signIn(shop.id, shop.staff.id);
});

const post = (intent: string, form: Record<string, string>, by = cookie) =>
  ask(apiKeysAction, pageRequest(`/admin/api-keys?intent=${intent}`, { cookie: by, form }));

type Made = { ok: true; result: { id: number; key: string; name: string; oldEndsAt: Date | null } };
const make = async (intent: string, form: Record<string, string>): Promise<Made["result"]> =>
  ((await post(intent, form)).data as Made).result;
const rotate = (id: number, overlap: string) => make("rotate", { id: String(id), overlap });

type Listed = Awaited<ReturnType<typeof listApiKeys>>[number] & { state: string; canRotate: boolean };
async function list(): Promise<Listed[]> {
  const { data } = await ask(apiKeysLoader, pageRequest("/admin/api-keys", { cookie }));
  return (data as { keys: Listed[] }).keys;
}
const get = async (id: number) => (await list()).find((key) => key.id === id);

const call = async (key: string, address = "192.0.2.1"): Promise<number> => {
  const headers = { "X-API-Key": key, [PEER_ADDRESS_HEADER]: address };
  const request = new Request("http://localhost/api/external/v2/subscription-contract-details", { headers });
  return (await contractList({ request, params: {}, context: {} })).status;
};

/** Sets the clock of this process only; timers and the database are not affected. */
function setClock(now: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
}

describe("the form of a new key", () => {
  test("limits it to areas, addresses and a time, and the audit log says how", async () => {
    const now = Date.UTC(2027, 2, 1, 12);
    setClock(now);
    cookie = await signIn(shop.id, shop.staff.id);
    const { id, key } = await make("create", {
      name: "Warehouse",
      scope: "areas",
      contracts: "read",
      orders: "write",
      expires: "30",
      addresses: "203.0.113.7\r\n 2001:DB8::/32, 203.0.113.7",
    });
    const expiresAt = new Date(now + 30 * DAY_MS);
    const limits = {
      areas: ["contracts:read", "orders:write"],
      addresses: ["203.0.113.7", "2001:db8::/32"],
    };
    expect(await get(id)).toMatchObject({ ...limits, expiresAt, state: "LIVE" });
    expect([await call(key, "203.0.113.7"), await call(key, "203.0.113.8")]).toEqual([200, 403]);
    const [entry] = await listActivity(shop.id, null);
    expect(entry).toMatchObject({
      action: "api_key.created",
      after: { name: "Warehouse", ...limits, expiresAt: expiresAt.toISOString() },
    });
  });

  test("takes a last day by the shop's calendar, to its end, and neither one that is over nor one far off", async () => {
    setClock(Date.UTC(2027, 2, 2, 3));
    cookie = await signIn(shop.id, shop.staff.id);
    const form = { name: "Until", scope: "read", expires: "day" };
    const { id } = await make("create", { ...form, expiresOn: "2027-03-01" });
    expect((await get(id))?.expiresAt).toEqual(new Date("2027-03-02T05:00:00Z"));
    for (const expiresOn of ["2027-02-28", "2038-01-01", "", "soon"]) {
      const { status, problem } = await post("create", { ...form, expiresOn });
      expect([expiresOn, status, namesOf(problem)]).toEqual([expiresOn, 400, ["/expiresOn"]]);
    }
  });

  test("without further fields makes a key for everything, from anywhere, for ever", async () => {
    const { id } = await make("create", { name: "All", scope: "write" });
    expect(await get(id)).toMatchObject({ scope: "write", areas: null, addresses: null, expiresAt: null });
  });

  test("names everything that is wrong with it at once, and each bad address", async () => {
    const { problem } = await post("create", {
      name: " ",
      scope: "areas",
      expires: "day",
      addresses: "203.0.113.7 10.0.0.0/33 fe80::1%eth0 example.com 10.0.0 ::ffff:10.0.0.1 10.0.0.1/08",
    });
    expect(namesOf(problem)).toEqual(["/name", "/addresses", "/scope", "/expiresOn"]);
    const said = problem?.errors?.find(({ pointer }) => pointer === "/addresses")?.detail;
    expect(said).toContain(
      "“10.0.0.0/33”, “fe80::1%eth0”, “example.com”, “10.0.0”, “::ffff:10.0.0.1”, “10.0.0.1/08”.",
    );
    expect(said).not.toContain("203.0.113.7”");
  });

  test("takes fifty addresses and networks, not one more", () => {
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, index) => `10.0.0.${index}`).join(" ");
    const parse = (addresses: string) =>
      createApiKeySchema.safeParse({ name: "a", scope: "read", addresses });
    expect(parse(numbered(50)).success).toBe(true);
    expect(parse(numbered(51)).error?.issues[0]?.message).toBe("At most 50 addresses and networks.");
  });
});

describe("rotating a key", () => {
  test("gives a second secret with the same terms; both work for the overlap, each with its own last use", async () => {
    const now = Date.now();
    const terms = { areas: ["contracts:read"], addresses: ["192.0.2.0/24"] };
    const expiresAt = new Date(now + 90 * DAY_MS);
    const old = await createKey(
      shop.id,
      { name: "Sync", scope: "read", ...terms, expiresAt },
      testAudit(new Date(now)),
    );
    expect(await call(old.key)).toBe(200);
    setClock(now + 10 * DAY_MS);
    cookie = await signIn(shop.id, shop.staff.id);
    const made = await rotate(old.id, "24");
    expect(made).toMatchObject({ name: "Sync", oldEndsAt: new Date(now + 11 * DAY_MS) });
    expect(await get(made.id)).toMatchObject({
      ...terms,
      name: "Sync",
      state: "LIVE",
      lastUsedAt: null,
      expiresAt: new Date(now + 100 * DAY_MS),
    });
    expect(await get(old.id)).toMatchObject({ state: "ENDING", expiresAt: new Date(now + 11 * DAY_MS) });
    expect([await call(old.key), await call(made.key)]).toEqual([200, 200]);
    expect((await get(made.id))?.lastUsedAt).toEqual(new Date(now + 10 * DAY_MS));
    vi.setSystemTime(now + 11 * DAY_MS - 1);
    expect(await call(old.key)).toBe(200);
    vi.setSystemTime(now + 11 * DAY_MS);
    expect([await call(old.key), await call(made.key)]).toEqual([401, 200]);
    cookie = await signIn(shop.id, shop.staff.id);
    expect((await get(old.id))?.state).toBe("REPLACED");
  });

  test("without overlap ends the old secret at once, though it was good a moment ago", async () => {
    const old = await make("create", { name: "Seen by others", scope: "read" });
    expect(await call(old.key)).toBe(200);
    const made = await rotate(old.id, "0");
    expect([await call(old.key), await call(made.key)]).toEqual([401, 200]);
    expect((await get(old.id))?.state).toBe("REPLACED");
  });

  test("does not lengthen the life of the old one", async () => {
    const expiresAt = new Date(Date.now() + 2 * HOUR_MS);
    const old = await createKey(shop.id, { name: "Short", scope: "read", expiresAt }, testAudit(new Date()));
    expect((await rotate(old.id, "168")).oldEndsAt).toEqual(expiresAt);
  });

  test("is refused while the secret before works: a key has two at most, and counts as one of the shop's", async () => {
    const first = await make("create", { name: "Chain", scope: "read" });
    for (let keys = (await list()).length; keys < MAX_LIVE_API_KEYS; keys++)
      await make("create", { name: `Key ${keys}`, scope: "read" });
    const second = await rotate(first.id, "24");
    for (const { id } of [first, second]) {
      const { status, problem } = await post("rotate", { id: String(id), overlap: "1" });
      expect([status, problem?.code]).toEqual([409, "conflict"]);
      expect((await get(id))?.canRotate).toBe(false);
    }
    await post("revoke", { id: String(first.id) });
    expect((await get(second.id))?.canRotate).toBe(true);
    expect((await rotate(second.id, "1")).key).toMatch(/^prn_/);
  });

  test("requested twice at once it is done once", async () => {
    const { id } = await make("create", { name: "Twice", scope: "read" });
    const answers = await Promise.all([1, 2, 3].map(() => post("rotate", { id: String(id), overlap: "24" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("stands in the audit log with both secrets' hints and when the old one ends, without a secret", async () => {
    const old = await make("create", { name: "Logged", scope: "read" });
    const made = await rotate(old.id, "1");
    const [entry] = await listActivity(shop.id, null);
    expect(entry).toMatchObject({
      action: "api_key.rotated",
      before: { id: old.id, hint: (await get(old.id))?.hint },
      after: { id: made.id, oldSecretEnds: made.oldEndsAt?.toISOString() },
    });
    for (const { key } of [old, made]) expect(JSON.stringify(entry)).not.toContain(key);
  });

  test("is for owners, for keys of the shop that work, and for the overlaps offered", async () => {
    const { id } = await make("create", { name: "Mine", scope: "read" });
    const form = { id: String(id), overlap: "24" };
    const editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
    expect((await post("rotate", form, editor)).status).toBe(403);
    const other = await createTestShop();
    expect((await post("rotate", form, await signIn(other.id, other.staff.id))).status).toBe(404);
    expect(namesOf((await post("rotate", { ...form, overlap: "8760" })).problem)).toEqual(["/overlap"]);
    await post("revoke", form);
    expect((await post("rotate", form)).status).toBe(404);
  });
});
