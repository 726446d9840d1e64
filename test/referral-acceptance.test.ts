import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { loader as get, action as post } from "~/api/accept-referral";
import { PEER_ADDRESS_HEADER } from "~/http/internal-headers";
import { client, db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { discountCodes } from "~db/schema/discount-codes";
import { events } from "~db/schema/events";
import { referralProgrammes, referrals } from "~db/schema/referrals";
import { resetDatabase } from "./support/database";
import { createTestShop, insertContract, insertCustomer, type TestShop } from "./support/factories";
import { ACCEPT_PATH, insertProgramme, insertReferrer } from "./support/referrals";

type Result = {
  id: number | null;
  message: string;
  discountCode: string | null;
  status: string;
  errors?: { pointer?: string; parameter?: string; code: string; detail: string }[];
};

let shop: TestShop;
let token: string;
let referrerId: number;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  await insertProgramme(shop.id);
  ({ token, customerId: referrerId } = await insertReferrer(shop.id, { email: "Rita@example.com" }));
});

let addresses = 0;
/** Each from an address of its own, unless said otherwise. */
const newAddress = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;

function send(body: unknown, { address = newAddress(), type = "application/json", method = "POST" } = {}) {
  const request = new Request(`http://localhost${ACCEPT_PATH}`, {
    method,
    headers: { "Content-Type": type, [PEER_ADDRESS_HEADER]: address },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return post({ request, params: {}, context: {} });
}
function ask(query: string, { address = newAddress(), method = "GET" } = {}) {
  const request = new Request(`http://localhost${ACCEPT_PATH}?${query}`, {
    method,
    headers: { [PEER_ADDRESS_HEADER]: address },
  });
  return get({ request, params: {}, context: {} });
}
const accept = async (email: string, by = token) => {
  const response = await send({ token: by, email });
  return { status: response.status, result: (await response.json()) as Result };
};
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
const readReferrals = () => db.select().from(referrals).where(eq(referrals.shopId, shop.id));
const readCodes = () => db.select().from(discountCodes).where(eq(discountCodes.shopId, shop.id));

describe("a friend who accepts", () => {
  test("gets exactly the specified result, and a code that is for them alone", async () => {
    const { status, result } = await accept("Friend+news@example.com");
    const [code] = await readCodes();
    const [referral] = await readReferrals();
    expect([status, result]).toEqual([
      200,
      { id: referral?.id, message: expect.any(String), discountCode: code?.code, status: "SUCCESS" },
    ]);
    expect(code).toMatchObject({
      origin: "REFERRAL",
      valueType: "PERCENTAGE",
      value: "20.0000",
      useLimit: 1,
      uses: 0,
      cycleLimit: 1,
      restrictedEmail: "friend+news@example.com",
      isForFirstContract: true,
      isActive: true,
    });
    expect(referral).toMatchObject({
      status: "ACCEPTED",
      isClaimed: true,
      email: "Friend+news@example.com",
      emailKey: "friend@example.com",
      referrerId,
      welcomeCodeId: code?.id,
      promised: { kind: "CODE", valueType: "FIXED_AMOUNT", value: "5.0000", validDays: 90 },
    });
    expect((code?.endsAt?.getTime() ?? 0) - (code?.createdAt.getTime() ?? 0)).toBe(30 * 86_400_000);
  });

  test("gets a code for the programme's products alone, for good and for an amount where the programme says so", async () => {
    await db.update(referralProgrammes).set({
      friendProductIds: [7, 9],
      friendValidDays: null,
      friendCycleLimit: null,
      friendValueType: "FIXED_AMOUNT",
      friendValue: "2.50",
    });
    await accept("friend@example.com");
    expect(await readCodes()).toMatchObject([
      { productIds: [7, 9], endsAt: null, cycleLimit: null, valueType: "FIXED_AMOUNT", value: "2.5000" },
    ]);
  });

  test("is told to the shop, on the referrer's contract, and as an event", async () => {
    await insertContract(shop.id, { customerId: referrerId });
    const newest = await insertContract(shop.id, {
      customerId: referrerId,
      createdAt: new Date("2026-05-01"),
    });
    const { result } = await accept("friend@example.com");
    const rows = await db
      .select()
      .from(activity)
      .where(and(eq(activity.shopId, shop.id), eq(activity.action, "referral.accepted")))
      .orderBy(activity.id);
    expect(rows.map(({ contractId, actorType, actorName }) => [contractId, actorType, actorName])).toEqual([
      [null, "customer", "friend@example.com"],
      [newest.id, "customer", "friend@example.com"],
    ]);
    expect(await db.select().from(events).where(eq(events.shopId, shop.id))).toMatchObject([
      { type: "referral.accepted", subjectId: result.id },
    ]);
  });

  test("may do so by the GET twin; HEAD accepts nothing", async () => {
    const query = new URLSearchParams({ token, email: "friend@example.com" }).toString();
    const head = await ask(query, { method: "HEAD" });
    expect([head.status, await head.text(), await readReferrals()]).toEqual([200, "", []]);
    const response = await ask(query);
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        id: expect.any(Number),
        message: expect.any(String),
        discountCode: expect.any(String),
        status: "SUCCESS",
      },
    ]);
  });

  test("of two hundred at once with one e-mail, written in many ways and by many referrers, is one", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => (await insertReferrer(shop.id)).token),
    );
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const name = at % 2 ? "Friend" : "fRIEND";
        return accept(`${name}${at % 3 ? `+${at}` : ""}@Example.com`, tokens[at % 20]);
      }),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(
      new Set(answers.filter((each) => each.status !== 200).map((each) => JSON.stringify(each))),
    ).toHaveProperty("size", 1);
    expect(await readCodes()).toHaveLength(1);
    expect((await readReferrals()).filter(({ isClaimed }) => isClaimed)).toHaveLength(1);
    expect(await db.select().from(events).where(eq(events.shopId, shop.id))).toHaveLength(1);
  });
});

test("the database itself holds an e-mail to one accepted referral a shop", async () => {
  await accept("friend@example.com");
  const [row] = await readReferrals();
  if (!row) throw new Error("the acceptance left no referral");
  const { customerId } = await insertReferrer(shop.id);
  const [code] = await db
    .insert(discountCodes)
    .values({ ...(await readCodes())[0], id: undefined, code: "OTHER" } as typeof discountCodes.$inferInsert)
    .returning();
  const again = { ...row, id: undefined, referrerId: customerId, welcomeCodeId: code?.id ?? 0 };
  await expect(db.insert(referrals).values(again)).rejects.toMatchObject({
    cause: { code: "23505", constraint_name: "referrals_claimed_key" },
  });
});

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
    await accept("referred@example.com", (await insertReferrer(shop.id)).token);
    const faces = [
      (email: string) => send({ token, email }),
      (email: string) => ask(new URLSearchParams({ token, email }).toString()),
    ];
    for (const face of faces) {
      const seen = new Set<string>();
      for (const email of ["rita+x@EXAMPLE.com", "carl@example.com", "Referred+2@example.com"]) {
        const statements: string[] = [];
        Object.assign(client.options, { debug: (_: number, text: string) => statements.push(text) });
        const response = await face(email).finally(() => Object.assign(client.options, { debug: false }));
        const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
        expect(statements.length).toBeGreaterThan(6);
        seen.add(JSON.stringify([response.status, headers, await response.text(), statements]));
      }
      expect(seen.size).toBe(1);
    }
    expect(
      (await readReferrals()).flatMap(({ status, reasons }) => (status === "REFUSED" ? reasons : [])),
    ).toEqual(["OWN_EMAIL", "IS_CUSTOMER", "ALREADY_REFERRED"]);
  });

  test("of a friend's second try leaves what they have as it is", async () => {
    await accept("friend@example.com");
    const before = await readReferrals();
    expect(await refusalOf(await send({ token, email: "FRIEND@example.com" }))).toEqual([
      "/email not_eligible",
    ]);
    expect(await readReferrals()).toEqual(before);
  });

  test("is not for ever: a friend who was refused as a customer may accept when they are none any more", async () => {
    const customer = await insertCustomer(shop.id, { email: "friend@example.com" });
    expect((await accept("friend@example.com")).status).toBe(400);
    await db.execute(`update customers set email = 'else@example.com' where id = ${customer.id}`);
    expect((await accept("friend@example.com")).status).toBe(200);
    expect(await readReferrals()).toMatchObject([{ status: "ACCEPTED", reasons: [], closedAt: null }]);
  });

  test("does not reach over to another shop: each has its own customers and referrals", async () => {
    const other = await createTestShop();
    await insertProgramme(other.id);
    await insertCustomer(other.id, { email: "friend@example.com" });
    expect((await accept("friend@example.com")).status).toBe(200);
    expect((await accept("new@example.com", (await insertReferrer(other.id)).token)).status).toBe(200);
    expect((await accept("new@example.com")).status).toBe(200);
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
      expect([email, (await accept(email)).status]).toEqual([email, 200]);
    expect((await accept("A+1@xn--rr8h.example")).status).toBe(400);
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
    expect(await readReferrals()).toEqual([]);
  });
});

describe("limits", () => {
  const outcomes = async (answers: Promise<Response>[]) => {
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    return [200, 400, 429].map((status) => statuses.filter((each) => each === status).length);
  };

  test("an address has 20 tries an hour, also all at once; what is malformed is none", async () => {
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
    expect((await accept("late@example.com")).status).toBe(200);
  });

  test("a token has 50 tries a day, from wherever they come", async () => {
    const tries = Array.from({ length: 60 }, (_, at) => send({ token, email: `friend-${at}@example.com` }));
    expect(await outcomes(tries)).toEqual([50, 0, 10]);
    const other = (await insertReferrer(shop.id)).token;
    expect((await accept("else@example.com", other)).status).toBe(200);
  });
});
