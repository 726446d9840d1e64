import { beforeEach, describe, expect, test } from "vitest";
import { openContract, saveSettings } from "../support/calls/portal-contract";
import { openPortal } from "../support/calls/portal-pages";
import { setShopClock } from "../support/data/days";
import { createTestShop, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const LANGUAGES = ["en", "de", "fr", "es", "ja"];
let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Green & Co", publicDomain: "green.example" });
});

const footOf = (html: string) => /<footer[^>]*>(.*)<\/footer>/s.exec(html)?.[1] ?? "";
const linksOf = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)" rel="noreferrer">([^<]*)<\/a>/g)].map(([, href, text]) => [
    href,
    text,
  ]);

describe("a page of the portal", () => {
  test("links to the shop by its name, without sending the shop the page's own URL, which contains the token", async () => {
    const { page } = await openContract(shop);
    const top = /<header[^>]*>(.*)<\/header>/s.exec(page.html)?.[1] ?? "";
    expect(linksOf(top)).toEqual([["https://green.example", "Green &amp; Co"]]);
    const outward = [...page.html.matchAll(/<a [^>]*href="(?!\?|#)[^"]*"[^>]*>/g)].map(([tag]) => tag);
    expect(outward.length).toBeGreaterThan(1);
    for (const tag of outward) expect(tag).toContain('rel="noreferrer"');
  });

  test.each(LANGUAGES)(
    "has the shop's name behind its logo too, and help that leads there, in %s",
    async (language) => {
      await saveSettings(shop, { logoUrl: "https://cdn.example/logo.png" });
      const { page } = await openContract(shop, {}, language);
      expect(page.html).toMatch(
        /<header[^>]*><a href="https:\/\/green\.example" rel="noreferrer"><img[^>]*alt="Green &amp; Co"/,
      );
      expect(linksOf(footOf(page.html))).toEqual([
        ["https://green.example", expect.stringContaining("Green &amp; Co")],
      ]);
    },
  );

  test("makes links of the addresses in the merchant's own help, and of nothing else", async () => {
    const help =
      "Write to care+shop@green.example, call +49 (30) 123-456 or see https://green.example/help?a=1&b=2. <b>Also</b> www.green.example! javascript:alert(1)";
    await saveSettings(shop, { words: { en: { help } } });
    const { page } = await openContract(shop);
    expect(linksOf(footOf(page.html))).toEqual([
      ["mailto:care+shop@green.example", "care+shop@green.example"],
      ["tel:+4930123456", "+49 (30) 123-456"],
      ["https://green.example/help?a=1&amp;b=2", "https://green.example/help?a=1&amp;b=2"],
      ["https://www.green.example", "www.green.example"],
    ]);
    expect(footOf(page.html)).toContain("&lt;b&gt;Also&lt;/b&gt;");
  });
});

describe("on a contract's page", () => {
  test("a card has expired once its month is over in the shop's time zone", async () => {
    const american = await createTestShop({ timeZone: "America/New_York", gateway: "test" });
    await setShopClock(american.id, new Date("2039-05-01T03:59:00Z"));
    const { portal, page } = await openContract(american);
    expect(page.html).not.toContain("This card has expired");
    await setShopClock(american.id, new Date("2039-05-01T04:00:00Z"));
    expect((await portal.get()).html).toContain("This card has expired");
  });

  test("nothing that puts an order off is the loudest button; what brings orders back is", async () => {
    const { page } = await openContract(shop);
    expect(page.html).toContain("Skip this order");
    expect(page.html).not.toMatch(/class="b"/);
    const paused = await openContract(shop, { status: "PAUSED" });
    expect(paused.page.html).toMatch(/<button type="submit" class="b">Resume</);
  });

  test("a line's link names what can be changed, without what the shop has switched off", async () => {
    const { portal, contract, page } = await openContract(shop);
    expect(page.html).toContain(
      'aria-label="Change quantity or details: Coffee 1">Change quantity or details</a>',
    );
    const read = async (disabledActions: ("quantity" | "attributes" | "skip_line")[]) => {
      await saveSettings(shop, { disabledActions });
      const { html } = await portal.get({ contract: contract.subscriptionContractId });
      return /aria-label="([^"]*): Coffee 1"/.exec(html)?.[1];
    };
    expect(await read(["attributes"])).toBe("Change quantity");
    expect(await read(["quantity"])).toBe("Change details");
    expect(await read(["quantity", "attributes"])).toBe("Skip it next time");
    expect(await read(["quantity", "attributes", "skip_line"])).toBeUndefined();
  });
});

describe("a line's own page", () => {
  const ENGRAVED = [
    { key: "Engraving", value: "For Ada" },
    { key: "Grind", value: "fine" },
  ];
  async function openLine() {
    const { contract, portal } = await openContract(shop, {
      lines: [{ title: "Cup", customAttributes: ENGRAVED }],
    });
    const at = { contract: contract.subscriptionContractId, view: "line", line: contract.lines[0]?.id ?? "" };
    return { portal, at, page: await portal.get(at) };
  }

  test("begins with product and quantity; details stand under their own names", async () => {
    const { page } = await openLine();
    const order = ["<h1", 'name="quantity"', "Engraving", "Grind", "Add a detail"].map((text) =>
      page.html.indexOf(text),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(page.html).toMatch(
      /<label for="f-value-0"><bdi>Engraving<\/bdi> <\/label><input[^>]*value="For Ada"/,
    );
    expect(page.html).toContain('type="hidden" name="key-0" value="Engraving"');
    expect(page.html).not.toContain("<details open");
  });

  test("saves a changed detail, drops a cleared one and adds another", async () => {
    const { portal, at, page } = await openLine();
    const done = await portal.press(page, "Save", {
      "value-0": "For Grace",
      "value-1": "",
      "key-2": "Colour",
      "value-2": "blue",
    });
    expect(done.status).toBe(200);
    const { html } = await portal.get(at);
    expect(
      [...html.matchAll(/name="(key|value)-\d" [^>]*value="([^"]*)"|name="key-\d" value="([^"]*)"/g)].length,
    ).toBe(6);
    expect(html).toContain('value="For Grace"');
    expect(html).toContain('name="key-1" value="Colour"');
    expect(html).not.toContain("Grind");
  });

  test("names a detail without a name, and keeps it open with what was typed", async () => {
    const { portal, page } = await openLine();
    const refused = await portal.press(page, "Save", { "value-2": "blue" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('<details open=""');
    expect(refused.html).toMatch(/id="f-key-2" aria-invalid="true"/);
    expect(refused.html).toContain('value="blue"');
  });
});

test("a page that belongs to no shop has neither", async () => {
  const { html } = await (await openPortal(shop, 1)).get({ token: "nonsense" });
  expect(linksOf(html)).toEqual([]);
});
