import { expect, test } from "vitest";
import { createLateMessages } from "../../../scripts/serving/late-messages.mjs";

const { LateRequest, LateResponse } = createLateMessages(globalThis);

const HEADERS = { "x-api-key": "prn_1", accept: "text/html, */*" };
/** @returns a request, the real one that it stands for, and how often that was made */
function newRequest(init: RequestInit = {}) {
  const { method = "GET" } = init;
  const url = "http://shop.example/api/x?a=1";
  const real = new Request(url, { ...init, headers: HEADERS });
  let made = 0;
  const late = new LateRequest({ method, url, headers: HEADERS }, () => {
    made++;
    return real;
  });
  return { late, real, countMade: () => made };
}

test("method, URL and single headers of a request are those of the real one, which is not made for them", () => {
  const { late, real, countMade } = newRequest();
  const read = (request: Request) => [
    request.method,
    request.url,
    request.headers.get("X-API-Key"),
    request.headers.get("cookie"),
    request.headers.has("Accept"),
    request.headers.has("cookie"),
  ];
  expect(read(late)).toEqual(read(real));
  expect(late).toBeInstanceOf(Request);
  expect(late.headers).toBeInstanceOf(Headers);
  expect(countMade()).toBe(0);
});

test("anything else is asked of the real request, which is made once", async () => {
  const { late, real, countMade } = newRequest({ method: "POST", body: "whole" });
  expect([...late.headers]).toEqual([...real.headers]);
  expect([...late.headers.keys()]).toEqual([...real.headers.keys()]);
  expect(late.signal).toBe(real.signal);
  expect(late.body).toBe(real.body);
  expect(await late.clone().text()).toBe("whole");
  expect(await late.text()).toBe("whole");
  expect(late.bodyUsed).toBe(true);
  expect(countMade()).toBe(1);
});

/** What the app does with the headers of its responses. */
function write({ headers }: Response): void {
  headers.append("Link", "<a>");
  headers.append("link", "<b>");
  for (const cookie of ["a=1", "b=2", "c=3"]) headers.append("Set-Cookie", cookie);
  headers.set("X-Count", "1");
  headers.set("x-count", "2");
  headers.set("X-Gone", "1");
  headers.delete("x-gone");
}

test("headers of a response are written and read as those of a real one", () => {
  const init = { status: 201, headers: { ETag: '"a"', "Content-Type": "application/json" } };
  const late = new LateResponse("{}", init);
  const real = new Response("{}", init);
  const read = ({ status, headers }: Response) => [
    status,
    headers.get("etag"),
    headers.get("LINK"),
    headers.get("X-Count"),
    headers.get("nothing"),
    headers.has("Etag"),
    headers.has("X-Gone"),
    headers.getSetCookie(),
    [...headers],
  ];
  for (const response of [late, real]) write(response);
  expect(read(late)).toEqual(read(real));
});

test("the headers of a real response can be given, cookies one by one", () => {
  const real = new Response(null);
  write(real);
  expect([...new LateResponse("", { headers: real.headers }).headers]).toEqual([...real.headers]);
});

test("the body of a response can be read, and the response be given as one", async () => {
  const late = new LateResponse("grüße", { status: 404, headers: { "X-A": "1" } });
  expect(late).toBeInstanceOf(Response);
  expect([late.ok, late.statusText]).toEqual([false, ""]);
  const copy = new Response(late.body, late);
  expect([copy.status, copy.headers.get("x-a"), await copy.text()]).toEqual([404, "1", "grüße"]);
  expect(await new LateResponse(null, { status: 304 }).text()).toBe("");
});
