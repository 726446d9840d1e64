import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { endpointTable } from "~/api/endpoint-table";
import { defineEndpoint, isMerchantWrite } from "~/http/endpoint/define-endpoint.server";
import type { ProblemBody } from "~/lib/problem";
import { askJson, readThing, sendJson, writeThing } from "../support/calls/json-endpoints";
import { createTestShop, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

const readProblem = async (response: Response) => (await response.json()) as ProblemBody;
const read = (search: string, thingId = "7") =>
  askJson(readThing, `/things/${thingId}${search}`, { key: shop.readKey, params: { thingId } });
const write = (value: unknown, search = "?mode=a") =>
  askJson(writeThing, `/things${search}`, { method: "PUT", key: shop.writeKey, ...sendJson(value) });

describe("parameters", () => {
  test("all wrong ones are named at once, those of the path too", async () => {
    const response = await read("?size=0&name=too-long", "x");
    expect(response.status).toBe(400);
    const problem = await readProblem(response);
    expect(problem.errors?.map((error) => error.parameter)).toEqual(["thingId", "size", "name"]);
    expect(problem.detail).toBe('Not valid: thingId, size, name. See "errors" for each.');
    // Existing clients show nothing but this.
    expect(problem.message).toMatch(/^thingId: Use digits\. size: .+ name: ./);
    for (const error of problem.errors ?? []) {
      expect(error.code).toMatch(/^[a-z_]+$/);
      expect(error.detail).not.toBe("");
    }
  });

  test("unknown ones are ignored, also one called like a part of every object", async () => {
    const response = await read("?what=ever&__proto__=1&__proto__=2&constructor=x&size=3");
    expect([response.status, await response.json()]).toEqual([200, { thingId: "7", size: 3, shop: shop.id }]);
  });

  test("a parameter given twice is reported; one that may repeat is accepted", async () => {
    const refused = await readProblem(await read("?size=1&size=2"));
    expect(refused.errors).toEqual([
      { parameter: "size", code: "given_twice", detail: "Give this parameter once." },
    ]);
    expect(await (await read("?tag=a&tag=b")).json()).toMatchObject({ tag: ["a", "b"] });
  });

  test("a NUL is refused in any of them, beside what else is wrong", async () => {
    const problem = await readProblem(await read("?tag=a%00b&size=0"));
    expect(problem.errors?.map(({ parameter, code }) => [parameter, code])).toEqual([
      ["tag", "invalid_text"],
      ["size", "too_small"],
    ]);
  });

  test("bytes that are no UTF-8 are replaced, not a fault", async () => {
    expect((await read("?name=%ff%fe")).status).toBe(200);
  });
});

describe("bodies", () => {
  test("wrong fields are named by JSON pointer, together with wrong parameters", async () => {
    const problem = await readProblem(
      await write({ lines: [{ title: "ok" }, { title: "", "a/b~c": "x" }], extra: 1, "e/f": 2 }, "?mode=c"),
    );
    expect(problem.errors?.map(({ parameter, pointer, code }) => [parameter ?? pointer, code])).toEqual([
      ["mode", "invalid_value"],
      ["/name", "invalid_type"],
      ["/lines/1/title", "too_small"],
      ["/lines/1/a~1b~0c", "invalid_type"],
      ["/extra", "unknown_field"],
      ["/e~1f", "unknown_field"],
    ]);
  });

  test("what is wrong is said in words, also where a schema says nothing of its own", async () => {
    const everything = z.object({
      name: z.string(),
      text: z.string().min(1).max(3),
      count: z.int().min(1).max(9),
      price: z.number(),
      whole: z.int(),
      isOn: z.boolean(),
      list: z.array(z.string()).min(2).max(3),
      many: z.array(z.string()).max(1),
      inner: z.object({ a: z.string() }),
      kind: z.enum(["A", "B"]),
      day: z.iso.date(),
      either: z.union([z.number(), z.boolean()]),
      long: z.string().max(3),
    });
    const endpoint = defineEndpoint({
      operationId: "writeEverything",
      summary: "Write",
      method: "POST",
      access: { public: true },
      body: everything,
      handler: async () => null,
    });
    const wrong = {
      text: "",
      count: 10,
      price: "1",
      whole: 1.5,
      isOn: 1,
      list: [],
      many: ["a", "b"],
      inner: 3,
      kind: "C",
      day: "x",
      either: "x",
      long: "long",
    };
    const problem = await readProblem(await askJson(endpoint, "/x", { method: "POST", ...sendJson(wrong) }));
    expect(problem.message).toBe(
      "name: This is required. text: Use at least 1 character. count: Use at most 9. price: Use a number. whole: Use a whole number. isOn: Use true or false. list: Give at least 2. many: Give at most 1. inner: Use an object. kind: Use one of A, B. day: This is not well formed. either: This is not well formed. long: Use at most 3 characters.",
    );
    const absent = await readProblem(await askJson(endpoint, "/x", { method: "POST" }));
    expect(absent.message).toBe("body: This is required.");
  });

  test("of more than 1,000 errors the first 1,000 are listed, with their number", async () => {
    const problem = await readProblem(await write({ name: "x", lines: Array(2500).fill({ title: "" }) }));
    expect(problem.errors).toHaveLength(1000);
    expect(problem.errors?.at(-1)?.pointer).toBe("/lines/999/title");
    expect(problem.errorsTotal).toBe(2500);
    expect(problem.message).toMatch(/^lines\/0\/title: .* lines\/19\/title: .* And 2480 more\.$/);
    const few = await readProblem(await write({ name: "x", lines: Array(1000).fill({ title: "" }) }));
    expect([few.errors?.length, few.errorsTotal]).toEqual([1000, undefined]);
  });

  test("a missing body is one error at its root", async () => {
    const options = { method: "PUT", key: shop.writeKey };
    for (const type of [null, "application/json"]) {
      const headers: Record<string, string> = type ? { "Content-Type": type } : {};
      const response = await askJson(writeThing, "/things?mode=a", { ...options, headers });
      const problem = await readProblem(response);
      expect([response.status, problem.errors]).toEqual([
        400,
        [{ pointer: "", code: "invalid_type", detail: expect.any(String) }],
      ]);
      expect(problem.detail).toBe('Not valid: body. See "errors" for each.');
    }
  });

  test("NUL characters and halves of surrogate pairs are refused where they stand", async () => {
    for (const [text, pointer] of [
      ['{"name":"a\\u0000b"}', "/name"],
      ['{"name":"x","lines":[{"title":"\\ud800"}]}', "/lines/0/title"],
      ['{"name":"x","q\\u0000":1}', "/q\0"],
    ]) {
      const response = await askJson(writeThing, "/things?mode=a", {
        method: "PUT",
        key: shop.writeKey,
        headers: { "Content-Type": "application/json" },
        body: text,
      });
      const problem = await readProblem(response);
      expect([response.status, problem.errors]).toEqual([
        400,
        [{ pointer, code: "invalid_text", detail: expect.any(String) }],
      ]);
    }
    expect((await write({ name: "🌱" })).status).toBe(200);
  });

  test("a body nested a hundred thousand deep is refused, not a fault", async () => {
    const deep = `${"[".repeat(100_000)}"\\u0000"${"]".repeat(100_000)}`;
    const response = await askJson(writeThing, "/things?mode=a", {
      method: "PUT",
      key: shop.writeKey,
      headers: { "Content-Type": "application/json" },
      body: deep,
    });
    expect(response.status).toBe(400);
  });
});

test("a body nested 20,000 deep is refused by every documented write, with an Idempotency-Key and without", async () => {
  const deep = `{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const asked: string[] = [];
  for (const { path, endpoints } of endpointTable)
    for (const endpoint of endpoints) {
      if (!isMerchantWrite(endpoint) || endpoint.isUndocumented || endpoint.streamsBody || !endpoint.body)
        continue;
      asked.push(endpoint.operationId);
      for (const more of [undefined, { "Idempotency-Key": endpoint.operationId }]) {
        const headers: Record<string, string> = { "Content-Type": "application/json", ...more };
        const ids = endpoint.params instanceof z.ZodObject ? Object.keys(endpoint.params.shape) : [];
        const params = Object.fromEntries(ids.map((name) => [name, "1"]));
        const call = { method: endpoint.method, key: shop.writeKey, params, headers, body: deep };
        const response = await askJson(endpoint, path.replaceAll(/[{}]/g, ""), call);
        const { errors } = await readProblem(response);
        expect([endpoint.operationId, response.status, errors?.map(({ code }) => code)]).toEqual([
          endpoint.operationId,
          400,
          ["too_deep"],
        ]);
      }
    }
  expect(asked).toEqual(expect.arrayContaining(["createWebhookEndpoint"]));
});

describe("of a write without a body", () => {
  const refill = defineEndpoint({
    operationId: "refill",
    summary: "Fill it, by default to the brim",
    method: "PUT",
    access: { apiKey: "contracts:write" },
    query: z.object({ litres: z.coerce.number().optional(), of: z.string().optional() }),
    handler: async ({ query }) => ({ litres: query.litres ?? "all" }),
  });
  const send = (search: string, sent: { headers: Record<string, string>; body: string }) =>
    askJson(refill, `/r${search}`, { method: "PUT", key: shop.writeKey, ...sent });

  test("a JSON body that holds parameters is refused: without them something else would be done", async () => {
    const response = await send("?litres=many", sendJson({ litres: 5, of: "tea", to: "Ada" }));
    expect([response.status, (await readProblem(response)).errors]).toEqual([
      400,
      [
        { parameter: "litres", code: "invalid_type", detail: expect.any(String) },
        { pointer: "/of", code: "not_in_query", detail: "Send this as a parameter in the query." },
      ],
    ]);
    expect((await send("", sendJson({ litres: 5 }))).status).toBe(400);
    const cutOff = { ...sendJson(null), body: '{"litres":' };
    expect((await readProblem(await send("", cutOff))).code).toBe("malformed_body");
  });

  test("a required parameter that came in the body is in the wrong place, not missing: for every documented write", async () => {
    const writes = endpointTable.flatMap(({ path, endpoints }) =>
      endpoints
        .filter((one) => isMerchantWrite(one) && !one.streamsBody && !one.isUndocumented)
        .map((endpoint) => ({ path, endpoint })),
    );
    const asked: string[] = [];
    for (const { path, endpoint } of writes) {
      const ids = endpoint.params instanceof z.ZodObject ? Object.keys(endpoint.params.shape) : [];
      const params = Object.fromEntries(ids.map((name) => [name, "1"]));
      const call = { method: endpoint.method, key: shop.writeKey, params };
      const listErrors = async (body?: object) => {
        const sent = body ? sendJson(body) : {};
        const { errors = [] } = await readProblem(
          await askJson(endpoint, path.replaceAll(/[{}]/g, ""), { ...call, ...sent }),
        );
        // Fields of a body are missing by their pointers.
        return errors.filter(
          ({ code, parameter }) => (code === "missing" && parameter) || code === "not_in_query",
        );
      };
      const required = (await listErrors()).flatMap(({ parameter }) => parameter ?? []);
      if (required.length === 0) continue;
      asked.push(endpoint.operationId);
      const errors = await listErrors(Object.fromEntries(required.map((name) => [name, "1"])));
      // Operations that take a parameter in the body, too, find it there.
      const isRead = endpoint.body && errors.length === 0;
      expect([endpoint.operationId, errors.map(({ pointer, code }) => [pointer, code])]).toEqual([
        endpoint.operationId,
        isRead ? [] : required.map((name) => [`/${name}`, "not_in_query"]),
      ]);
    }
    expect(asked).toEqual(expect.arrayContaining(["removeDiscount", "setTestClock", "updateContractStatus"]));
  });

  test("other bodies are ignored, as are parameters in one that the query has, too, or that are blank", async () => {
    const text = { headers: { "Content-Type": "text/plain" }, body: "litres=5" };
    for (const sent of [sendJson({ to: "Ada" }), sendJson([{ litres: 5 }]), sendJson({ of: null }), text])
      expect(await (await send("", sent)).json()).toEqual({ litres: "all" });
    expect(await (await send("?litres=5", sendJson({ litres: 6 }))).json()).toEqual({ litres: 5 });
  });
});

test("an error that a rule of its own raises carries that rule's code", async () => {
  const endpoint = defineEndpoint({
    operationId: "ranged",
    summary: "Take a range",
    method: "GET",
    access: { public: true },
    query: z.object({ from: z.coerce.number(), to: z.coerce.number() }).refine(({ from, to }) => from <= to, {
      path: ["to"],
      message: "Ends before it starts.",
      params: { code: "range_reversed" },
    }),
    handler: async () => ({}),
  });
  expect((await readProblem(await askJson(endpoint, "/r?from=2&to=1"))).errors).toEqual([
    { parameter: "to", code: "range_reversed", detail: "Ends before it starts." },
  ]);
});
