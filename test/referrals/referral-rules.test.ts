import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findAcceptanceRefusal,
  findNextStatus,
  listRewardRefusals,
  type ReferralParty,
  referralTransitions,
  toSeenStatus,
} from "~/features/referrals/rules/referral";
import {
  createPersonalCode,
  createReferralToken,
  readShopOfToken,
} from "~/features/referrals/rules/referral-token";
import { REFERRAL_STATUSES, type ReferralStatus } from "~db/schema/referral-enums";

const steps = [...new Set(referralTransitions.map(({ step }) => step))];

describe("the ways of a referral", () => {
  test("exist for every row of the table, and for no other", () => {
    const ways = REFERRAL_STATUSES.flatMap((status) =>
      [false, true].flatMap((isClaimed) =>
        steps.flatMap((step) => {
          const to = findNextStatus({ status, isClaimed }, step);
          return to ? [`${status}${isClaimed ? " claimed" : ""} ${step} ${to}`] : [];
        }),
      ),
    );
    expect(ways).toEqual([
      "INVITED accept ACCEPTED",
      "INVITED refuse_acceptance REFUSED",
      "ACCEPTED claimed use_code CODE_USED",
      "CODE_USED claimed give_code_back ACCEPTED",
      "CODE_USED claimed reward REWARDED",
      "CODE_USED claimed refuse_reward REFUSED",
      "REFUSED accept ACCEPTED",
      "REFUSED refuse_acceptance REFUSED",
    ]);
  });

  test("reward a referral at most once, whatever steps are tried in whatever order", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 40 }), (tried) => {
        let state: { status: ReferralStatus; isClaimed: boolean } = { status: "INVITED", isClaimed: false };
        let rewards = 0;
        for (const step of tried) {
          const status = findNextStatus(state, step);
          if (!status) continue;
          if (step === "reward") rewards++;
          state = { status, isClaimed: state.isClaimed || step === "accept" };
        }
        expect(rewards).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("an acceptance is refused for one's own e-mail before anything else that is wrong with it", () => {
    const all = { isOwnEmail: true, isCustomer: true, isReferred: true };
    expect([
      findAcceptanceRefusal(all),
      findAcceptanceRefusal({ ...all, isOwnEmail: false }),
      findAcceptanceRefusal({ ...all, isOwnEmail: false, isCustomer: false }),
      findAcceptanceRefusal({ isOwnEmail: false, isCustomer: false, isReferred: false }),
    ]).toEqual(["OWN_EMAIL", "IS_CUSTOMER", "ALREADY_REFERRED", null]);
  });
});

test("customers see a referral as invited until its friend has claimed it, and by mail only until the code is used", () => {
  const seen = (status: ReferralStatus, isClaimed: boolean) =>
    (["SHOW", "MAIL"] as const).map((delivery) => toSeenStatus({ status, isClaimed }, delivery));
  expect(seen("REFUSED", false)).toEqual(["INVITED", "INVITED"]);
  expect(seen("ACCEPTED", true)).toEqual(["ACCEPTED", "INVITED"]);
  expect(seen("CODE_USED", true)).toEqual(["CODE_USED", "CODE_USED"]);
});

describe("a reward", () => {
  const card = { brand: "visa", lastDigits: "4242", expiryMonth: 4, expiryYear: 2029 };
  const friend: ReferralParty = {
    customerId: 1,
    emailKeys: ["friend@example.com"],
    payments: [{ id: "pm-1", ...card }],
    addresses: [{ address1: "12 Rue de l’Été", zip: "75 001", countryCode: "FR" }],
  };
  const referrer: ReferralParty = {
    customerId: 2,
    emailKeys: ["referrer@example.com"],
    payments: [{ id: "pm-2", ...card, lastDigits: "1111" }],
    addresses: [{ address1: "9 Elm Street", zip: "12345", countryCode: "US" }],
  };

  test("is due when customer, e-mail, payment method and address all differ", () =>
    expect(listRewardRefusals(friend, referrer)).toEqual([]));

  test.each<[string, Partial<ReferralParty>, string]>([
    ["customer", { customerId: 1 }, "SAME_CUSTOMER"],
    ["e-mail", { emailKeys: ["x@example.com", "friend@example.com"] }, "SAME_EMAIL"],
    ["payment method", { payments: [{ id: "pm-1", ...card, lastDigits: null }] }, "SAME_PAYMENT_METHOD"],
    ["card under another id", { payments: [{ id: "pm-3", ...card, brand: "VISA" }] }, "SAME_PAYMENT_METHOD"],
    [
      "address, written otherwise",
      { addresses: [{ address1: "12, rue de l'ete", zip: "75001", countryCode: "fr" }] },
      "SAME_ADDRESS",
    ],
  ])("is refused for the same %s", (_what, same, reason) =>
    expect(listRewardRefusals(friend, { ...referrer, ...same })).toEqual([reason]),
  );

  test.each<[string, Partial<ReferralParty>]>([
    ["last digits of another brand", { payments: [{ id: "pm-3", ...card, brand: "amex" }] }],
    ["last digits that end in another year", { payments: [{ id: "pm-3", ...card, expiryYear: 2030 }] }],
    ["last digits that end in another month", { payments: [{ id: "pm-3", ...card, expiryMonth: 5 }] }],
    ["street elsewhere", { addresses: [{ address1: "12 Rue de l’Été", zip: "69001", countryCode: "FR" }] }],
    [
      "street in another country",
      { addresses: [{ address1: "12 Rue de l’Été", zip: "75001", countryCode: "BE" }] },
    ],
  ])("is not refused for the %s", (_what, like) =>
    expect(listRewardRefusals(friend, { ...referrer, ...like })).toEqual([]),
  );

  test.each(["lastDigits", "expiryMonth", "expiryYear"] as const)(
    "two cards of which %s is not known are not the same for it",
    (field) => {
      const half = (id: string) => [{ id, ...card, [field]: null }];
      expect(
        listRewardRefusals({ ...friend, payments: half("1") }, { ...referrer, payments: half("2") }),
      ).toEqual([]);
    },
  );

  test("is refused for a card without a brand that is the same in all else", () => {
    const plain = (id: string) => [{ id, ...card, brand: null }];
    expect(
      listRewardRefusals({ ...friend, payments: plain("1") }, { ...referrer, payments: plain("2") }),
    ).toEqual(["SAME_PAYMENT_METHOD"]);
  });

  test("is refused for the same reasons whichever of the two is which, and all of them are recorded", () => {
    const alike = { ...referrer, ...friend };
    expect(listRewardRefusals(alike, friend)).toEqual([
      "SAME_CUSTOMER",
      "SAME_EMAIL",
      "SAME_PAYMENT_METHOD",
      "SAME_ADDRESS",
    ]);
    const maybe = <T>(value: T) => fc.constantFrom(value, null);
    const party = fc.record({
      customerId: fc.integer({ min: 1, max: 2 }),
      emailKeys: fc.array(fc.constantFrom("a@x.com", "b@x.com", "")),
      payments: fc.array(
        fc.record({
          id: fc.constantFrom("1", "2"),
          brand: maybe("visa"),
          lastDigits: maybe("4242"),
          expiryMonth: maybe(4),
          expiryYear: maybe(2029),
        }),
      ),
      addresses: fc.array(
        fc.record({ address1: maybe("1 Road"), zip: maybe("1"), countryCode: maybe("US") }),
      ),
    });
    fc.assert(
      fc.property(party, party, (one, other) => {
        expect(listRewardRefusals(one, other)).toEqual(listRewardRefusals(other, one));
      }),
    );
  });

  test("unknown values match nothing", () => {
    const unknown: ReferralParty = {
      customerId: 3,
      emailKeys: [""],
      payments: [],
      addresses: [{ address1: null, zip: null, countryCode: null }],
    };
    expect(listRewardRefusals(unknown, { ...unknown, customerId: 4 })).toEqual([]);
  });
});

describe("tokens and codes", () => {
  test("a token names its shop and nothing else can be read from it", () => {
    for (const shopId of [1, 35, 36, 2 ** 53 - 1]) {
      const tokens = Array.from({ length: 50 }, () => createReferralToken(shopId));
      expect(tokens.map(readShopOfToken)).toEqual(tokens.map(() => shopId));
      expect(new Set(tokens).size).toBe(50);
    }
  });

  test("any other text names none", () => {
    fc.assert(fc.property(fc.string(), (text) => readShopOfToken(text) === null));
    const bits = "a".repeat(22);
    for (const text of [
      `xref_1_${bits}`,
      `ref_1_${bits}a`,
      `ref_A_${bits}`,
      `ref__${bits}`,
      `ref_1_${bits.slice(1)}.`,
    ])
      expect(readShopOfToken(text)).toBeNull();
    for (const text of ["ref_1_", "ref_0_aaaaaaaaaaaaaaaaaaaaaa", "ref_zzzzzzzzzzz_aaaaaaaaaaaaaaaaaaaaaa"])
      expect(readShopOfToken(text)).toBeNull();
  });

  test("a code is one that a portal accepts and can be read aloud", () => {
    for (let round = 0; round < 50; round++)
      expect(createPersonalCode("FRIEND")).toMatch(/^FRIEND-[0-9A-HJKMNP-TV-Z]{10}$/);
  });
});
