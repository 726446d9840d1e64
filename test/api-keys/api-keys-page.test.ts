import { beforeEach, describe, expect, test } from "vitest";
import { loader as contractList } from "~/api/contract-list";
import { apiKeysAction, apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import { MAX_LIVE_API_KEYS } from "~/features/api-keys/api-keys.schema.server";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, signIn, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  cookie = await signIn(shop.id, shop.staff.id);
});

const post = (intent: string, form: Record<string, string>) =>
  ask(apiKeysAction, pageRequest(`/admin/api-keys?intent=${intent}`, { cookie, form }));

type Created = { ok: true; result: { id: number; key: string; name: string } };
async function create(form: Record<string, string>): Promise<Created["result"]> {
  const { data } = await post("create", form);
  return (data as Created).result;
}

type Listed = { keys: { id: number; name: string; state: string; hint: string; lastUsedAt: Date | null }[] };
async function list(): Promise<Listed["keys"]> {
  const { data } = await ask(apiKeysLoader, pageRequest("/admin/api-keys", { cookie }));
  return (data as Listed).keys;
}

const callApi = async (key: string): Promise<number> => {
  const request = new Request("http://localhost/api/external/v2/subscription-contract-details", {
    headers: { "X-API-Key": key },
  });
  return (await contractList({ request, params: {}, context: {} })).status;
};

describe("the API keys page", () => {
  test("makes a key that opens the API, is in the answer once, and on the list by its hint only", async () => {
    const { id, key } = await create({ name: "Warehouse sync", scope: "read" });
    expect(await callApi(key)).toBe(200);
    const page = await ask(apiKeysLoader, pageRequest("/admin/api-keys", { cookie }));
    expect(JSON.stringify(page.data)).not.toContain(key);
    const [listed] = await list();
    expect(listed).toMatchObject({ id, name: "Warehouse sync", state: "LIVE" });
    expect(key.startsWith((listed?.hint ?? "-").replace("…", ""))).toBe(true);
    expect(listed?.lastUsedAt).toBeInstanceOf(Date);
  });

  test("revokes a key: it is refused at once, stays on the list as revoked, and cannot be revoked again", async () => {
    const { id, key } = await create({ name: "Old", scope: "write" });
    expect(await callApi(key)).toBe(200);
    const answer = await post("revoke", { id: String(id) });
    expect(answer.headers.get("Location")).toBe("/admin/api-keys?done=revoked");
    expect(await callApi(key)).toBe(401);
    expect((await list()).find((row) => row.id === id)?.state).toBe("REVOKED");
    expect((await post("revoke", { id: String(id) })).problem?.code).toBe("not_found");
  });

  test("does not revoke another shop's key", async () => {
    const other = await createTestShop();
    const otherCookie = await signIn(other.id, other.staff.id);
    const { data } = await ask(apiKeysLoader, pageRequest("/admin/api-keys", { cookie: otherCookie }));
    const foreign = (data as Listed).keys[0];
    expect((await post("revoke", { id: String(foreign?.id) })).status).toBe(404);
    expect(await callApi(other.writeKey)).toBe(200);
  });

  test("names what a new key lacks", async () => {
    const answer = await post("create", { name: " ", scope: "admin" });
    expect(answer.status).toBe(400);
    expect(namesOf(answer.problem)).toEqual(["/name", "/scope"]);
  });

  test("refuses one key more than a shop may have", async () => {
    for (let live = (await list()).length; live < MAX_LIVE_API_KEYS; live++)
      await create({ name: `Key ${live}`, scope: "read" });
    const answer = await post("create", { name: "One too many", scope: "read" });
    expect(answer.status).toBe(409);
    expect(answer.problem?.code).toBe("limit_reached");
  });

  test("knows no other form", async () => {
    expect((await post("toString", {})).problem?.code).toBe("invalid_request");
  });
});
