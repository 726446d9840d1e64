import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createReferralToken } from "~/features/referrals/rules/referral-token";
import { db } from "~db/client.server";
import { referrals } from "~db/schema/referrals";
import { sharedLimits } from "~db/schema/shared-limits";
import {
  accept,
  ask,
  createReferringShop,
  type Result,
  readReferrals,
  send,
} from "../support/calls/accept-referral";
import { signedQuery } from "../support/calls/portal";
import { createTestShop, insertCustomer, type TestShop } from "../support/data/factories";
import { insertProgramme, insertReferrer } from "../support/data/referrals";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

let shop: TestShop;
let token: string;
beforeEach(async () => {
  await resetDatabase();
  ({ shop, token } = await createReferringShop());
});

const refusalOf = async (response: Response) => {
  expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  const result = (await response.json()) as Result;
  expect([response.status, result.status, result.id, result.discountCode]).toEqual([
    400,
    "FAILED",
    null,
    null,
  ]);
  expect(result.message).not.toBe("");
  for (const error of result.errors ?? []) expect(error.detail).not.toBe("");
  return (result.errors ?? []).map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`);
};

describe("a refusal", () => {
  test("of an unknown token and of a programme that is off says so, and nothing is written", async () => {
    const unknown = `${token.slice(0, -4)}AAAA`;
    expect(await refusalOf(await send({ token: unknown, email: "f@example.com" }))).toEqual([
      "/token unknown_token",
    ]);
    const other = await createTestShop();
    const { token: without } = await insertReferrer(other.id);
    expect(await refusalOf(await send({ token: without, email: "f@example.com" }))).toEqual([
      "/token programme_inactive",
    ]);
    await insertProgramme(other.id, { isActive: false });
    expect(await refusalOf(await send({ token: without, email: "f@example.com" }))).toEqual([
      "/token programme_inactive",
    ]);
    expect(await db.select().from(referrals)).toEqual([]);
  });

  test("of one's own e-mail, a customer's and a referred one is the same bytes after the same statements", async () => {
    await insertCustomer(shop.id, { email: "Carl+shop@Example.com" });
    await accept((await insertReferrer(shop.id)).token, "referred@example.com");
    const ways = [
      (email: string) => send({ token, email }),
      (email: string) => ask(new URLSearchParams({ token, email }).toString()),
    ];
    for (const call of ways) {
      const seen = new Set<string>();
      for (const email of ["rita+x@EXAMPLE.com", "carl@example.com", "Referred+2@example.com"]) {
        const { result: response, texts: statements } = await countStatements(() => call(email));
        const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
        expect(statements.length).toBeGreaterThan(6);
        seen.add(JSON.stringify([response.status, headers, await response.text(), statements]));
      }
      expect(seen.size).toBe(1);
    }
    expect(
      (await readReferrals(shop.id)).flatMap(({ status, reasons }) => (status === "REFUSED" ? reasons : [])),
    ).toEqual(["OWN_EMAIL", "IS_CUSTOMER", "ALREADY_REFERRED"]);
  });

  test("of a friend's second try leaves what they have as it is", async () => {
    await accept(token, "friend@example.com");
    const before = await readReferrals(shop.id);
    expect(await refusalOf(await send({ token, email: "FRIEND@example.com" }))).toEqual([
      "/email not_eligible",
    ]);
    expect(await readReferrals(shop.id)).toEqual(before);
  });

  test("is not permanent: a friend who was refused as a customer may accept once they are no longer one", async () => {
    const customer = await insertCustomer(shop.id, { email: "friend@example.com" });
    expect((await accept(token, "friend@example.com")).status).toBe(400);
    await db.execute(`update customers set email = 'else@example.com' where id = ${customer.id}`);
    expect((await accept(token, "friend@example.com")).status).toBe(200);
    expect(await readReferrals(shop.id)).toMatchObject([{ status: "ACCEPTED", reasons: [], closedAt: null }]);
  });

  test("does not affect another shop: each has its own customers and referrals", async () => {
    const other = await createTestShop();
    await insertProgramme(other.id);
    await insertCustomer(other.id, { email: "friend@example.com" });
    expect((await accept(token, "friend@example.com")).status).toBe(200);
    expect((await accept((await insertReferrer(other.id)).token, "new@example.com")).status).toBe(200);
    expect((await accept(token, "new@example.com")).status).toBe(200);
  });
});

describe("bad input", () => {
  const EMAIL = "friend@example.com";
  const long = "x".repeat(10_000);
  test.each<[string, unknown, string[]]>([
    ["nothing", {}, ["/token invalid_type", "/email invalid_type"]],
    ["empty texts", { token: "", email: " " }, ["/token too_small", "/email too_small"]],
    ["null", { token: null, email: null }, ["/token invalid_type", "/email invalid_type"]],
    ["numbers", { token: 1, email: 2 }, ["/token invalid_type", "/email invalid_type"]],
    ["booleans", { token: true, email: false }, ["/token invalid_type", "/email invalid_type"]],
    ["arrays", { token: ["a"], email: [EMAIL] }, ["/token invalid_type", "/email invalid_type"]],
    ["objects", { token: {}, email: { $ne: "" } }, ["/token invalid_type", "/email invalid_type"]],
    ["10 KB", { token: long, email: `${long}@example.com` }, ["/token too_big", "/email too_big"]],
    ["a token of another form", { token: "ref_1_short", email: EMAIL }, ["/token invalid_token"]],
    [
      "no address",
      { token: "ref_1_short", email: "friend" },
      ["/token invalid_token", "/email invalid_email"],
    ],
    [
      "a NUL",
      { token: "a\u0000", email: "a\u0000@example.com" },
      ["/token invalid_text", "/email invalid_text"],
    ],
    [
      "half a pair",
      { token: "a\ud800", email: "\udfff@x.com" },
      ["/token invalid_text", "/email invalid_text"],
    ],
    ["an array", [1], ["/token invalid_type", "/email invalid_type"]],
    ["a text", '"hello"', ["/token invalid_type", "/email invalid_type"]],
    ["no body", "", ["/token invalid_type", "/email invalid_type"]],
  ])("%s is named, field by field, in the shape of the result", async (_what, body, errors) => {
    expect(await refusalOf(await send(body))).toEqual(errors);
    const { message } = await (await send(body)).json();
    // Existing clients show nothing but this.
    for (const [, field] of errors.map((error) => /^\/(\w+)/.exec(error) ?? []))
      expect(message).toContain(field);
  });

  test("in a query is named by parameter, given twice too", async () => {
    expect(await refusalOf(await ask(""))).toEqual(["token missing", "email missing"]);
    expect(
      await refusalOf(await ask(`token=${token}&token=${token}&email[]=a&email=${EMAIL}&email=b`)),
    ).toEqual(["token given_twice", "email given_twice"]);
    expect(await refusalOf(await ask(`token=%00&email=${long}`))).toEqual([
      "token invalid_text",
      "email too_big",
    ]);
  });

  test("e-mails of every script and emoji domains are taken as they are", async () => {
    for (const email of ["用户@例子.广告", "δοκιμή@παράδειγμα.δοκιμή", "مثال@مثال.إختبار", "a@💌.example"])
      expect([email, (await accept(token, email)).status]).toEqual([email, 200]);
    expect((await accept(token, "A+1@xn--rr8h.example")).status).toBe(400);
  });

  test("that is no JSON, too large or by another verb is a problem document", async () => {
    const problemOf = async (response: Response) => {
      expect(response.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
      return `${response.status} ${((await response.json()) as { code: string }).code}`;
    };
    const form = new URLSearchParams({ token, email: EMAIL }).toString();
    expect([
      await problemOf(await send("{")),
      await problemOf(await send(form, { type: "application/x-www-form-urlencoded" })),
      await problemOf(await send(form, { type: "multipart/form-data; boundary=x" })),
      await problemOf(await send({ token, email: EMAIL, more: "x".repeat(1_100_000) })),
      await problemOf(await send({ token, email: EMAIL }, { method: "PUT" })),
      await problemOf(await send({ token, email: EMAIL }, { method: "DELETE" })),
    ]).toEqual([
      "400 malformed_body",
      "415 unsupported_media_type",
      "415 unsupported_media_type",
      "413 body_too_large",
      "405 method_not_allowed",
      "405 method_not_allowed",
    ]);
    expect(await readReferrals(shop.id)).toEqual([]);
  });
});

describe("limits", () => {
  const outcomes = async (answers: Promise<Response>[]) => {
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    return [200, 400, 429].map((status) => statuses.filter((each) => each === status).length);
  };

  test("an address has 20 tries an hour, also all at once; malformed calls do not count", async () => {
    const address = "198.51.100.7";
    expect(
      await outcomes(Array.from({ length: 30 }, () => send({ token, email: "nobody" }, { address }))),
    ).toEqual([0, 30, 0]);
    const tokens = await Promise.all([1, 2].map(async () => (await insertReferrer(shop.id)).token));
    expect(
      await outcomes(
        Array.from({ length: 45 }, (_, at) =>
          send({ token: tokens[at % 2], email: `friend-${at}@example.com` }, { address }),
        ),
      ),
    ).toEqual([20, 0, 25]);
    const refused = await send({ token, email: "late@example.com" }, { address });
    expect([refused.status, (await refused.json()) as object]).toMatchObject([
      429,
      { code: "too_many_requests" },
    ]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3500);
    expect((await accept(token, "late@example.com")).status).toBe(200);
  });

  test("a token allows 50 tries a day, from all addresses together", async () => {
    const tries = Array.from({ length: 60 }, (_, at) => send({ token, email: `friend-${at}@example.com` }));
    expect(await outcomes(tries)).toEqual([50, 0, 10]);
    const other = (await insertReferrer(shop.id)).token;
    expect((await accept(other, "else@example.com")).status).toBe(200);
  });

  test("behind the platform's proxy a shop's visitors have 600 tries an hour together, which other shops' do not use up", async () => {
    const address = "198.51.100.8";
    const viaProxy = (of: TestShop, count: number) =>
      outcomes(
        Array.from({ length: count }, (_, at) => {
          // Another visitor each time: calls by one are limited, too.
          const query = signedQuery(of, at + 1);
          return send({ token: createReferralToken(shop.id), email: "any@example.com" }, { address, query });
        }),
      );
    expect(await viaProxy(shop, 30)).toEqual([0, 30, 0]);
    await db.update(sharedLimits).set({ tries: sql`array_fill(tries[1], array[595])` });
    expect(await viaProxy(shop, 10)).toEqual([0, 5, 5]);
    expect(await viaProxy(await createTestShop(), 1)).toEqual([0, 1, 0]);
    expect((await send({ token, email: "friend@example.com" }, { address })).status).toBe(200);
  });
  test("behind the proxy, tries with links of nobody close no friend's link", async () => {
    const viaProxy = (tried: string, email: string) =>
      send({ token: tried, email }, { query: signedQuery(shop, null) });
    await viaProxy(createReferralToken(shop.id), "any@example.com");
    await db.update(sharedLimits).set({ tries: sql`array_fill(tries[1], array[600])` });
    expect((await viaProxy(createReferralToken(shop.id), "any@example.com")).status).toBe(429);
    expect((await viaProxy(token, "friend@example.com")).status).toBe(200);
    await db.update(sharedLimits).set({ tries: sql`array_fill(tries[1], array[600])` });
    expect((await viaProxy(token, "another@example.com")).status).toBe(429);
  });
});
