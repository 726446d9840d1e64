import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readSignedRequest, signProxyParameters } from "~/access/portal/proxy-signature";

const SECRET = "a secret of the app";
const NOW = new Date("2026-01-15T11:00:00Z");
const seconds = (offset = 0) => String(NOW.getTime() / 1000 + offset);
const PLATFORM = {
  shop: "ada.mystore.example",
  timestamp: seconds(),
  path_prefix: "/apps/memberships",
  logged_in_customer_id: "7",
};

function read(
  entries: [string, string][] | Record<string, string>,
  { secret = SECRET, signature = "" } = {},
) {
  const parameters = new URLSearchParams(entries);
  parameters.append("signature", signature || signProxyParameters(parameters, SECRET));
  return readSignedRequest(parameters, secret, NOW);
}

test("the signed text is every other parameter, sorted, end to end, repeated values joined by a comma", () => {
  const expected = createHmac("sha256", SECRET).update("a=1,3b=2").digest("hex");
  expect(signProxyParameters(new URLSearchParams("b=2&a=1&signature=x&a=3"), SECRET)).toBe(expected);
});

describe("a signed request", () => {
  test("complete and recent -> the shop and the customer", () => {
    expect(read(PLATFORM)).toEqual({ storeDomain: "ada.mystore.example", customerId: 7 });
  });

  test("nobody signed in, shown by an empty parameter or none -> no customer", () => {
    const { logged_in_customer_id: _, path_prefix: __, ...least } = PLATFORM;
    expect(read(least)).toEqual({ storeDomain: "ada.mystore.example", customerId: null });
    expect(read({ ...PLATFORM, logged_in_customer_id: "" })).toMatchObject({ customerId: null });
  });

  test("no signature -> none, which is not a wrong one", () => {
    expect(readSignedRequest(new URLSearchParams(PLATFORM), SECRET, NOW)).toBe("none");
  });

  test("another secret, or a signature that is changed, cut or given twice -> invalid", () => {
    expect(read(PLATFORM, { secret: "another" })).toBe("invalid");
    expect(read(PLATFORM, { signature: "0".repeat(64) })).toBe("invalid");
    expect(read(PLATFORM, { signature: "0" })).toBe("invalid");
    const twice = new URLSearchParams(PLATFORM);
    const right = signProxyParameters(twice, SECRET);
    twice.append("signature", right);
    twice.append("signature", right);
    expect(readSignedRequest(twice, SECRET, NOW)).toBe("invalid");
  });

  test("five minutes old or ahead is in time, a second more is not", () => {
    for (const offset of [-300, 300])
      expect(read({ ...PLATFORM, timestamp: seconds(offset) })).toMatchObject({ customerId: 7 });
    for (const offset of [-301, 301])
      expect(read({ ...PLATFORM, timestamp: seconds(offset) })).toBe("invalid");
  });

  test("a time that is no whole number, and one with a sign or words around it -> invalid", () => {
    for (const timestamp of ["", " ", `${seconds()}.0`, `+${seconds()}`, ` ${seconds()}`, `${seconds()} `])
      expect(read({ ...PLATFORM, timestamp })).toBe("invalid");
  });

  test("a customer that is no id -> invalid, never nobody", () => {
    for (const logged_in_customer_id of ["0", "-7", "7.5", "x7", "7x", "9007199254740992"])
      expect(read({ ...PLATFORM, logged_in_customer_id })).toBe("invalid");
  });

  test("without its shop or its time -> invalid", () => {
    const { shop: _, ...noShop } = PLATFORM;
    const { timestamp: __, ...noTime } = PLATFORM;
    expect(read(noShop)).toBe("invalid");
    expect(read(noTime)).toBe("invalid");
  });

  test("one of the platform's names twice, or hidden in another parameter's value -> invalid", () => {
    for (const name of Object.keys(PLATFORM) as (keyof typeof PLATFORM)[]) {
      expect(read([...Object.entries(PLATFORM), [name, PLATFORM[name]]])).toBe("invalid");
      expect(read([...Object.entries(PLATFORM), ["x", `1${name}=1`]])).toBe("invalid");
    }
    const { logged_in_customer_id: _, ...nobody } = PLATFORM;
    expect(read([...Object.entries(nobody), ["x", "1logged_in_customer_id=7"]])).toBe("invalid");
  });
});
