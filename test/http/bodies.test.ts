import { expect, test } from "vitest";
import { toFormValues } from "~/http/request/body.server";
import type { ProblemBody } from "~/lib/problem";
import { askJson, echoBody } from "../support/calls/json-endpoints";

const LIMIT = 1000;

async function post(body: BodyInit | undefined, headers: Record<string, string> = {}) {
  const response = await askJson(echoBody, "/echo", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  return [response.status, ((await response.json()) as ProblemBody).code];
}

/** A body that comes in pieces, so that no length is known beforehand. */
const inPieces = (pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });

const jsonOfLength = (length: number) => `"${"x".repeat(length - 2)}"`;
const bytes = (text: string) => new TextEncoder().encode(text);

test("a body of exactly the limit is taken, one byte more is 413", async () => {
  expect(await post(jsonOfLength(LIMIT))).toEqual([200, undefined]);
  expect(await post(jsonOfLength(LIMIT + 1))).toEqual([413, "body_too_large"]);
});

test("a length that is announced too large is 413 before anything is read", async () => {
  let wasRead = false;
  const pull = () => {
    wasRead = true;
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  expect(await post(body, { "Content-Length": "1000000" })).toEqual([413, "body_too_large"]);
  expect(wasRead).toBe(false);
});

test("a Content-Length that is wrong, missing or invalid does not get a body past the limit", async () => {
  const tooMuch = () => inPieces([bytes(jsonOfLength(900)), bytes(jsonOfLength(900))]);
  for (const length of [null, "5", "-1", "many"]) {
    const headers: Record<string, string> = length === null ? {} : { "Content-Length": length };
    expect(await post(tooMuch(), headers)).toEqual([413, "body_too_large"]);
  }
});

test("reading stops at the limit, and the stream is left open for the answer to go out", async () => {
  let given = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      given++;
      controller.enqueue(new Uint8Array(400));
    },
    cancel() {
      isCancelled = true;
    },
  });
  expect(await post(endless)).toEqual([413, "body_too_large"]);
  expect(given).toBeLessThan(6);
  expect(isCancelled).toBe(false);
});

test.each([
  ["text/plain", "unsupported_media_type", 415],
  ["application/x-www-form-urlencoded", "unsupported_media_type", 415],
  ["multipart/form-data; boundary=x", "unsupported_media_type", 415],
  ["", "unsupported_media_type", 415],
  ["application/json; charset=utf-8", undefined, 200],
  ["APPLICATION/JSON", undefined, 200],
  ["application/merge-patch+json", undefined, 200],
])("a body of type %j is answered with %s", async (type, code, status) => {
  expect(await post(bytes("{}"), { "Content-Type": type })).toEqual([status, code]);
});

test("an empty body is none on a JSON route, whatever type a client gives it", async () => {
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/json"]) {
    const response = await askJson(echoBody, "/echo", {
      method: "POST",
      headers: { "Content-Type": type, "Content-Length": "0" },
      body: "",
    });
    expect([type, response.status, await response.json()]).toEqual([type, 200, { body: null }]);
  }
});

test("a compressed body is 415, whatever it holds", async () => {
  expect(await post("{}", { "Content-Encoding": "gzip" })).toEqual([415, "unsupported_media_type"]);
  expect(await post("{}", { "Content-Encoding": "identity" })).toEqual([200, undefined]);
});

test.each([
  ["cut off", '{"a":\n ', ": look at line 2, character 2"],
  ["followed by more", "{}\n {}", ": look at line 2, character 2"],
  // For these the parser does not always report its position.
  ["not JSON", "a=1", "(: look at line 1, character 1)?"],
  ["with a trailing comma", "[1,]", "(: look at line 1, character 4)?"],
])("JSON that is %s is 400 that says where, and repeats nothing of it", async (_what, body, place) => {
  const response = await askJson(echoBody, "/echo", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  expect(response.status).toBe(400);
  const problem = (await response.json()) as ProblemBody;
  expect(problem).toMatchObject({ code: "malformed_body", detail: problem.message });
  expect(problem.message).toMatch(new RegExp(`^The body is not valid JSON${place}\\.$`));
});

test("JSON that is not UTF-8 is 400; a byte order mark before it is not its fault", async () => {
  expect(await post(new Uint8Array([0x22, 0xff, 0x22]))).toEqual([400, "malformed_body"]);
  expect(await post(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toEqual([200, undefined]);
});

test("of a form, repeated names become lists; hundreds of thousands of names are no matter", () => {
  expect(toFormValues(new URLSearchParams("a=1&b=2&a=3&a=4&b="))).toEqual({
    a: ["1", "3", "4"],
    b: ["2", ""],
  });
  const names = Array.from({ length: 200_000 }, (_, index) => `n${index}=`);
  expect(Object.keys(toFormValues(new URLSearchParams(names.join("&"))))).toHaveLength(200_000);
});

test("a name that is special to objects is a name like any other", () => {
  const values = toFormValues(new URLSearchParams("__proto__=a&__proto__=b"));
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  expect(Object.entries(values)).toEqual([["__proto__", ["a", "b"]]]);
});
