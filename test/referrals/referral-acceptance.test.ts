import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { discountCodes } from "~db/schema/discount-codes";
import { events } from "~db/schema/events";
import { referralProgrammes, referrals } from "~db/schema/referrals";
import { accept, ask, createReferringShop, readReferrals } from "../support/calls/accept-referral";
import { insertContract, type TestShop } from "../support/data/factories";
import { insertReferrer } from "../support/data/referrals";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let token: string;
let referrerId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ shop, token, referrerId } = await createReferringShop());
});

const readCodes = () => db.select().from(discountCodes).where(eq(discountCodes.shopId, shop.id));

describe("a friend who accepts", () => {
  test("gets exactly the specified result, and a code that is for them alone", async () => {
    const { status, result } = await accept(token, "Friend+news@example.com");
    const [code] = await readCodes();
    const [referral] = await readReferrals(shop.id);
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
    expect((code?.endsAt?.getTime() ?? 0) - (code?.createdAt.getTime() ?? 0)).toBe(30 * DAY_MS);
  });

  test("gets a code for the programme's products alone, for good and for an amount where the programme says so", async () => {
    await db.update(referralProgrammes).set({
      friendProductIds: [7, 9],
      friendValidDays: null,
      friendCycleLimit: null,
      friendValueType: "FIXED_AMOUNT",
      friendValue: "2.50",
    });
    await accept(token, "friend@example.com");
    expect(await readCodes()).toMatchObject([
      { productIds: [7, 9], endsAt: null, cycleLimit: null, valueType: "FIXED_AMOUNT", value: "2.5000" },
    ]);
  });

  test("is reported to the shop, on the referrer's contract, and as an event", async () => {
    await insertContract(shop.id, { customerId: referrerId });
    const newest = await insertContract(shop.id, {
      customerId: referrerId,
      createdAt: new Date("2026-05-01"),
    });
    const { result } = await accept(token, "friend@example.com");
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

  test("by GET may leave the + of their e-mail unencoded", async () => {
    expect((await ask(`token=${token}&email=Friend+news@example.com`)).status).toBe(200);
    expect((await readReferrals(shop.id)).map(({ email }) => email)).toEqual(["Friend+news@example.com"]);
  });

  test("may do so by GET; HEAD accepts nothing", async () => {
    const query = new URLSearchParams({ token, email: "friend@example.com" }).toString();
    const head = await ask(query, { method: "HEAD" });
    expect([head.status, await head.text(), await readReferrals(shop.id)]).toEqual([200, "", []]);
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
        return accept(tokens[at % 20] ?? token, `${name}${at % 3 ? `+${at}` : ""}@Example.com`);
      }),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(
      new Set(answers.filter((each) => each.status !== 200).map((each) => JSON.stringify(each))),
    ).toHaveProperty("size", 1);
    expect(await readCodes()).toHaveLength(1);
    expect((await readReferrals(shop.id)).filter(({ isClaimed }) => isClaimed)).toHaveLength(1);
    expect(await db.select().from(events).where(eq(events.shopId, shop.id))).toHaveLength(1);
  });
});

test("the database itself holds an e-mail to one accepted referral a shop", async () => {
  await accept(token, "friend@example.com");
  const [row] = await readReferrals(shop.id);
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
