import { describe, expect, test, vi } from "vitest";
import { loader as notFoundLoader } from "~/api/not-found";
import { problemIndex, problemPage } from "~/features/docs/problem-pages.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { logger } from "~/lib/logger.server";
import { type ProblemCode, ProblemError } from "~/lib/problem";
import { PROBLEM_HELP } from "~/lib/problem-help";
import { PROBLEMS } from "~/lib/problems/catalogue";
import { askJson, ORIGIN } from "../support/calls/json-endpoints";

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

const failing = (error: unknown) =>
  defineEndpoint({
    operationId: "fail",
    summary: "Fail",
    method: "GET",
    access: { public: true },
    handler: async (): Promise<string> => {
      throw error;
    },
  });

const openPage = (code: string) =>
  problemPage.loader({ params: { code }, request: new Request(`${ORIGIN}/problems/${code}`), context: {} });

describe.each(CODES)("a problem %s", (code) => {
  test("is a whole problem document with the status and title of the catalogue", async () => {
    const problem = new ProblemError(code, PROBLEM_HELP[code].exampleDetail, {
      headers: { "Retry-After": "7" },
    });
    const response = await askJson(failing(problem), "/api/some/where?api_key=secret", {
      headers: { "X-Request-Id": "order-sync.4711" },
    });
    expect(response.status).toBe(PROBLEMS[code].status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/problem+json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": "order-sync.4711",
      "retry-after": "7",
    });
    expect(await response.json()).toEqual({
      type: `${ORIGIN}/problems/${code}`,
      title: PROBLEMS[code].title,
      status: PROBLEMS[code].status,
      detail: PROBLEM_HELP[code].exampleDetail,
      instance: "/api/some/where",
      code,
      message: PROBLEM_HELP[code].exampleDetail,
      requestId: "order-sync.4711",
    });
  });

  test("has a page that says why and what to do, without any script", async () => {
    const response = await openPage(code);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'nonce-/);
    const html = await response.text();
    const unescaped = html.replaceAll("&#x27;", "'");
    expect(unescaped).toContain(PROBLEM_HELP[code].cause);
    for (const step of PROBLEM_HELP[code].remedy) expect(unescaped).toContain(step);
    expect(html).not.toContain("<script");
    const index = await problemIndex.loader({
      params: {},
      request: new Request(`${ORIGIN}/problems`),
      context: {},
    });
    expect(await index.text()).toContain(`href="/problems/${code}"`);
  });
});

test("every entry of the error catalogue has an error status, a title and a code in snake case", () => {
  for (const code of CODES) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(PROBLEMS[code].status).toBeGreaterThanOrEqual(400);
    expect(PROBLEMS[code].title).toMatch(/^[A-Z].*[^.]$/);
  }
});

test.each(["nope", "__proto__", "toString", ""])("there is no page of a problem %j", async (code) => {
  const response = await openPage(code);
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
});

test("an unknown address under a JSON prefix is a 404 problem, whatever the method", async () => {
  const request = new Request(`${ORIGIN}/api/external/v2/unknown?token=secret`, { method: "DELETE" });
  const response = await notFoundLoader({ request, params: {}, context: {} });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found", instance: "/api/external/v2/unknown" });
});

describe("a fault of ours", () => {
  test("gets a general answer, and is logged under the request's id without the secrets in its message", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {});
    const fault = new TypeError("cannot read 'x' of ada@example.com");
    const response = await askJson(failing(fault), "/api/x", {
      headers: { "X-Request-Id": "order-sync.4711" },
    });
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ code: "internal", requestId: "order-sync.4711" });
    expect(body).not.toMatch(/TypeError|cannot read|ada@|at /);
    expect(log).toHaveBeenCalledWith(
      { err: fault, requestId: "order-sync.4711", operation: "fail" },
      "request failed",
    );
  });

  test.each([
    ["ECONNREFUSED", 503],
    ["CONNECTION_CLOSED", 503],
    ["57P03", 503],
    ["28P01", 503],
    ["42P01", 500],
  ])("with the database's code %s is %i", async (code, status) => {
    vi.spyOn(logger, "error").mockImplementation(() => {});
    const fault = new Error("Failed query: select 1\nparams: secret", {
      cause: Object.assign(new Error("no"), { code }),
    });
    const response = await askJson(failing(fault), "/api/x");
    expect([response.status, response.headers.get("Retry-After")]).toEqual([
      status,
      status === 503 ? "5" : null,
    ]);
  });

  test("that is no error at all is a fault, too", async () => {
    vi.spyOn(logger, "error").mockImplementation(() => {});
    expect((await askJson(failing("a string"), "/api/x")).status).toBe(500);
    expect((await askJson(failing(Response.redirect("http://localhost/y")), "/api/x")).status).toBe(500);
  });
});

describe("request ids", () => {
  const idOf = async (given?: string) => {
    const response = await askJson(failing(new ProblemError("conflict", "No.")), "/api/x", {
      headers: given === undefined ? {} : { "X-Request-Id": given },
    });
    const { requestId } = (await response.json()) as { requestId: string };
    expect(response.headers.get("X-Request-Id")).toBe(requestId);
    return requestId;
  };

  test("that are sane are kept", async () => {
    for (const id of ["order-sync.4711", "0af7651916cd43dd8448eb211c80319c", "a".repeat(128)])
      expect(await idOf(id)).toBe(id);
  });

  test("that are missing, insane, or look like a key or a card number are replaced", async () => {
    const insane = [
      "short",
      "has spaces",
      "a".repeat(129),
      "x<script>yz",
      "prn_1_abcdefghijkl",
      "4242424242424242",
    ];
    for (const id of [undefined, ...insane])
      expect(await idOf(id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});

test("a handler's own response keeps its headers and gets ours, even one that is immutable", async () => {
  const endpoint = defineEndpoint({
    operationId: "redirect",
    summary: "Redirect",
    method: "GET",
    access: { public: true },
    handler: async () => Response.redirect("http://localhost/elsewhere", 303),
  });
  const response = await askJson(endpoint, "/api/x");
  expect([response.status, response.headers.get("Location")]).toEqual([303, "http://localhost/elsewhere"]);
  expect(response.headers.get("X-Request-Id")).toBeTruthy();
});
