import { describe, expect, test } from "vitest";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonRoute } from "~/http/endpoint/routes.server";
import { askJson, echoBody } from "../support/calls/json-endpoints";

let calls = 0;
const count = defineEndpoint({
  operationId: "count",
  summary: "Count",
  method: "GET",
  access: { public: true },
  handler: async () => ({ calls: ++calls }),
});

describe("a JSON URL with a GET and a POST endpoint", () => {
  test("answers each with its own endpoint", async () => {
    const before = calls;
    expect(await (await askJson([count, echoBody], "/x")).json()).toEqual({ calls: before + 1 });
    const posted = await askJson([count, echoBody], "/x", { method: "POST" });
    expect(await posted.json()).toEqual({ body: null });
  });

  test.each(["PUT", "DELETE", "PATCH"])("refuses %s with the methods it has", async (method) => {
    const before = calls;
    const response = await askJson([count, echoBody], "/x", { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(await response.json()).toMatchObject({ code: "method_not_allowed", status: 405, instance: "/x" });
    expect(calls).toBe(before);
  });

  test("tells them to OPTIONS, without credentials and without running anything", async () => {
    const before = calls;
    const response = await askJson([count, echoBody], "/x", { method: "OPTIONS" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.get("Allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(calls).toBe(before);
  });

  test("answers HEAD like GET", async () => {
    const [head, get] = [await askJson(count, "/x", { method: "HEAD" }), await askJson(count, "/x")];
    expect(head.status).toBe(200);
    const names = (response: Response) => [...response.headers.keys()];
    expect(names(head)).toEqual(names(get));
  });

  test("refuses HEAD where there is no GET", async () => {
    const response = await askJson(echoBody, "/x", { method: "HEAD" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});

test("two endpoints of one method cannot share a URL", () => {
  expect(() => jsonRoute(count, count)).toThrow("same method");
});
