import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { bundlePageLoader } from "~/features/bundles/storefront/storefront.endpoints.server";
import { ownPathLoader } from "~/features/portal/custom-path.pages.server";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { landingLoader } from "~/features/referrals/landing/landing.pages.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { metrics } from "~/http/endpoint/metrics.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { staffChange } from "~/http/endpoint/staff-page.server";
import { db } from "~db/client.server";
import { sessions } from "~db/schema/shops";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { createTestShop, insertStaff, signIn } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const readPage = defineEndpoint({
  operationId: "readPage",
  summary: "Read",
  method: "GET",
  access: { staff: "viewer" },
  query: z.object({ size: z.coerce.number().max(10).optional() }),
  handler: async ({ principal, query }) => ({ shop: principal.shop.id, ...query }),
});

let renamed: string[] = [];
const rename = defineEndpoint({
  operationId: "rename",
  summary: "Rename",
  method: "POST",
  access: { staff: "editor" },
  body: z.object({ name: z.string().min(1), tags: z.array(z.string()).optional() }),
  handler: async ({ body }) => {
    renamed.push(body.name);
    return { renamed: body.name };
  },
});
const leave = defineEndpoint({
  operationId: "leave",
  summary: "Leave",
  method: "POST",
  access: { public: true },
  handler: async () => new Response(null, { status: 303, headers: { Location: "/elsewhere" } }),
});

const loader = pageLoader(readPage);
const action = pageAction<unknown>({
  rename,
  leave,
  keep: staffChange("keepThing", "editor", {
    body: z.object({ thing: z.string() }),
    done: ({ body: { thing } }) => `/things?done=${thing}`,
    handler: async ({ body }) => renamed.push(body.thing),
  }),
});

let cookie = "";
let shopId = 0;
beforeEach(async () => {
  await resetDatabase();
  renamed = [];
  ({ id: shopId } = await createTestShop());
  cookie = await signIn(shopId, (await insertStaff(shopId, "editor")).id);
});

describe("a page's loader", () => {
  test("gives the page what the endpoint answers", async () => {
    expect(await ask(loader, pageRequest("/p?size=3", { cookie }))).toMatchObject({
      status: 200,
      data: { shop: shopId, size: 3 },
    });
  });

  test("sends who is not signed in to sign in, and back to the same page", async () => {
    const { status, headers } = await ask(loader, pageRequest("/p?size=3&name=a%26b"));
    expect([status, headers.get("Location")]).toEqual([
      302,
      "/admin/sign-in?next=%2Fp%3Fsize%3D3%26name%3Da%2526b",
    ]);
  });

  test("throws a problem for the error view when the URL is wrong", async () => {
    const { status, problem } = await ask(loader, pageRequest("/p?size=11", { cookie }));
    expect([status, problem?.code, problem?.errors?.[0]?.parameter]).toEqual([
      400,
      "invalid_request",
      "size",
    ]);
  });

  test("and the layout around it look for the session once; a form, and the next request, look anew", async () => {
    const context = { sessions: new Map() };
    expect((await ask(loader, pageRequest("/p", { cookie }), {}, context)).status).toBe(200);
    await db.delete(sessions);
    expect((await ask(loader, pageRequest("/p", { cookie }), {}, context)).status).toBe(200);
    const form = pageRequest("/p?intent=rename", { cookie, form: { name: "Ada" } });
    expect([(await ask(action, form, {}, context)).status, renamed]).toEqual([302, []]);
    expect((await ask(loader, pageRequest("/p", { cookie }))).status).toBe(302);
  });

  test("does not take an API key for a session", async () => {
    const request = pageRequest("/p");
    request.headers.set("X-API-Key", "prn_1_x");
    expect((await ask(loader, request)).status).toBe(302);
  });
});

describe("a page's form", () => {
  test("names which of several it is, and is refused when it does not", async () => {
    const unnamed = await ask(action, pageRequest("/p", { cookie, form: { name: "Ada" } }));
    expect([unnamed.status, namesOf(unnamed.problem), renamed]).toEqual([400, ["intent"], []]);
    const first = await ask(action, pageRequest("/p?intent=rename", { cookie, form: { name: "Ada" } }));
    expect([first.status, first.data, renamed]).toEqual([
      200,
      { intent: "rename", ok: true, result: { renamed: "Ada" } },
      ["Ada"],
    ]);
    const second = await ask(action, pageRequest("/p?intent=leave", { cookie, form: {} }));
    expect([second.status, second.headers.get("Location")]).toEqual([303, "/elsewhere"]);
  });

  test("that changes something leads to a page, and is counted", async () => {
    const { status, headers } = await ask(
      action,
      pageRequest("/p?intent=keep", { cookie, form: { thing: "mug" } }),
    );
    expect([status, headers.get("Location"), renamed]).toEqual([303, "/things?done=mug", ["mug"]]);
    expect(await metrics.registry.metrics()).toContain(
      'http_request_duration_seconds_count{operation="keepThing",route_kind="page",status="303"} 1',
    );
  });

  test("needs no name where it is the only one", async () => {
    const only = pageAction<unknown>({ rename });
    expect((await ask(only, pageRequest("/p", { cookie, form: { name: "Ada" } }))).status).toBe(200);
  });

  test.each(["toString", "__proto__", "nope"])("that names %s is refused", async (intent) => {
    const { status } = await ask(
      action,
      pageRequest(`/p?intent=${intent}`, { cookie, form: { name: "Ada" } }),
    );
    expect([status, renamed]).toEqual([400, []]);
  });

  test("with a wrong field gets the problem back, to show beside the field", async () => {
    const { status, problem } = await ask(
      action,
      pageRequest("/p?intent=rename", { cookie, form: { name: "" } }),
    );
    expect([status, problem?.errors?.[0]?.pointer]).toEqual([400, "/name"]);
  });

  test.each([
    ["another site", "https://evil.example"],
    ["no origin", null],
    ["an opaque origin", "null"],
    ["another port of this host", "http://localhost:81"],
  ])("from %s changes nothing, also where everybody may post", async (_what, origin) => {
    for (const path of ["/p?intent=rename", "/p?intent=leave"]) {
      const { status, problem } = await ask(
        action,
        pageRequest(path, { cookie, form: { name: "Ada" }, origin }),
      );
      expect([status, problem?.code]).toEqual([403, "origin_mismatch"]);
    }
    expect(renamed).toEqual([]);
  });

  test("without an origin is taken when the browser says it is from the same one", async () => {
    const request = pageRequest("/p?intent=rename", { cookie, form: { name: "Ada" }, origin: null });
    request.headers.set("Sec-Fetch-Site", "same-origin");
    expect((await ask(action, request)).status).toBe(200);
  });

  test.each(["same-site", "cross-site", "none"])(
    "without an origin, of which the browser says that it is %s, changes nothing",
    async (site) => {
      const request = pageRequest("/p?intent=rename", { cookie, form: { name: "Ada" }, origin: null });
      request.headers.set("Sec-Fetch-Site", site);
      const { status, problem } = await ask(action, request);
      expect([status, problem?.code, renamed]).toEqual([403, "origin_mismatch", []]);
    },
  );

  test("is posted: no other method runs it", async () => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const request = new Request("http://localhost/p", {
        method,
        headers: { cookie, origin: "http://localhost" },
      });
      const { status, problem } = await ask(action, request);
      expect([status, problem?.code]).toEqual([405, "method_not_allowed"]);
    }
  });

  test("of somebody whose session is over leads to sign-in", async () => {
    const { status, headers } = await ask(
      action,
      pageRequest("/p?x=1&intent=rename", { form: { name: "Ada" } }),
    );
    expect([status, headers.get("Location"), renamed]).toEqual([302, "/admin/sign-in?next=%2Fp", []]);
  });

  test("that is no UTF-8 is refused", async () => {
    const request = new Request("http://localhost/p?intent=rename", {
      method: "POST",
      headers: { cookie, origin: "http://localhost", "Content-Type": "application/x-www-form-urlencoded" },
      body: new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x3d, 0xff]),
    });
    expect((await ask(action, request)).problem?.code).toBe("malformed_body");
  });
});

describe("a parameter that cannot be stored", () => {
  test.each([
    ["an admin page", loader, "/p?size=3&other=%00", "other"],
    ["a form", action, "/p?intent=rename&na%00me=1", "na\0me"],
  ])("is named by %s", async (_what, handler, path, name) => {
    const form = path.includes("intent") ? { name: "Ada" } : undefined;
    const { status, problem } = await ask(handler, pageRequest(path, { cookie, form }));
    expect([status, namesOf(problem), renamed]).toEqual([400, [name], []]);
  });

  test.each([
    ["the portal", portalLoader, "/apps/memberships/cp"],
    ["a form of the portal", portalAction, "/apps/memberships/cp"],
    ["a path of a shop's own", ownPathLoader, "/pages/portal"],
    ["a bundle", bundlePageLoader, "/apps/memberships/bundles/coffee"],
    ["a referral link", landingLoader, "/apps/memberships/friends/ref_1_aaaaaaaaaaaaaaaaaaaaaa"],
  ])("is 400 for %s, whichever it is", async (_what, handler, path) => {
    for (const search of [
      "?shop=%00",
      "?shop=a%00b.mystore.example&intent=sign_in",
      "?token=%00",
      "?other=%00",
    ]) {
      const form = handler === portalAction ? { email: "a@example.com" } : undefined;
      const { status } = await ask(handler, pageRequest(path + search, { form }));
      expect([search, status]).toEqual([search, 400]);
    }
  });
});
