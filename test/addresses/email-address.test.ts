import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskEmail, parseEmail, toEmailKey } from "~/lib/email/email-address.server";
import { db } from "~db/client.server";
import { CUSTOMER_EMAIL_KEY } from "~db/schema/customers";

const part = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const tag = fc.stringMatching(/^(\+[A-Za-z0-9+_-]{0,12}[a-z0-9])?$/);
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(""));

describe("the key that e-mails are compared by", () => {
  test("is the same however the address is cased, tagged and surrounded by blanks", () => {
    const written = fc.tuple(part, tag, part).chain(([local, plus, host]) =>
      fc.record({
        plain: fc.constant(`${local}@${host}.com`),
        written: anyCase(`${local}${plus}@${host}.com`),
        blanks: fc.constantFrom("", " ", "\t", "\n "),
      }),
    );
    fc.assert(
      fc.property(written, ({ plain, written, blanks }) => {
        expect(toEmailKey(blanks + written + blanks)).toBe(plain);
        expect(parseEmail(blanks + written)).toBe(written);
      }),
    );
  });

  test("of a key is that key, and of any text at all it is a text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const key = toEmailKey(text);
        expect(toEmailKey(key)).toBe(key);
      }),
    );
  });

  test("keeps apart what are different people", () => {
    fc.assert(
      fc.property(part, part, part, (one, other, host) => {
        fc.pre(one !== other);
        expect(toEmailKey(`${one}@${host}.com`)).not.toBe(toEmailKey(`${other}@${host}.com`));
      }),
    );
  });

  test.each([
    ["ada@Bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@💌.example", "ada@xn--rr8h.example"],
    ["Ada+a+b@example.com", "ada@example.com"],
    ["+ada@example.com", "+ada@example.com"],
    ["no address", "no address"],
  ])("of %s is %s", (written, key) => expect(toEmailKey(written)).toBe(key));

  test("is what the database compares customers by", async () => {
    const written = [
      "Ada+x@Example.COM",
      " ada@example.com",
      "ÄDA+ö@example.com",
      "+a@example.com",
      "a+b+c@x.org",
    ];
    const rows = await db.execute<{ key: string }>(sql`
      select ${sql.raw(CUSTOMER_EMAIL_KEY)} as key
      from unnest(array[${sql.join(
        written.map((each) => sql`${each}::text`),
        sql`, `,
      )}])
        with ordinality as t(email, place) order by place`);
    expect(rows.map(({ key }) => key)).toEqual(written.map(toEmailKey));
  });
});

describe("an e-mail address", () => {
  test.each([
    "ada@example.com",
    "o'brien@example.co.uk",
    "δοκιμή@παράδειγμα.δοκιμή",
    "用户@例子.广告",
    "उपयोगकर्ता@उदाहरण.कॉम",
    "ada@💌.example",
    "ada+tag@sub.example.museum",
  ])("may be %s", (text) => expect(parseEmail(text)).toBe(text));

  test.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@localhost",
    "ada@example",
    "ada@127.0.0.1",
    "ada@[127.0.0.1]",
    "ada@@example.com",
    "a b@example.com",
    ".ada@example.com",
    "ada..b@example.com",
    '"ada b"@example.com',
    "ada@example..com",
    "ada@-example.com",
    "ada@example.com/x",
    "ada@exa_mple.com",
    "ada@example.com, eve@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "ada\u0000@example.com",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a.".repeat(130)}com`,
  ])("is not %j", (text) => expect(parseEmail(text)).toBeNull());

  test("is masked so that its first letters and its ending are left", () => {
    expect(["ada@example.com", "a@b.co.uk", "💌x@例子.广告", "nothing"].map(maskEmail)).toEqual([
      "a…@e….com",
      "a…@b….uk",
      "💌…@例….广告",
      "…",
    ]);
  });
});
