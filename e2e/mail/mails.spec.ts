import { renderMail } from "../../app/features/mail/mail-layout";
import { db } from "../../db/client.server";
import { mails } from "../../db/schema/mails";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test("the list of mails shows a long address whole", async ({ context, page, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
  await db.insert(mails).values({
    shopId: shop.id,
    kind: "portal_link",
    status: "SENT",
    recipient: "bartholomew.featherstonehaugh@subscriptions.example.org",
    subject: "Your subscription",
    createdAt: new Date(),
  });
  await page.goto("/admin/mails");
  await expect(page.getByText("bartholomew.featherstonehaugh")).toBeVisible();
  await expectUsablePage(page);
});

test("a mail on a phone breaks no address that fits on a line, and is no wider than the screen", {
  tag: ANY_WIDTH,
}, async ({ page }) => {
  const address = "zoe-maria@bean-and-leaf.example";
  const { html } = renderMail(
    {
      subject: "Hello",
      heading: "Hello",
      greeting: "Hello Zoë,",
      paragraphs: [`Zoë García (${address}) would like to hear from you at ${address}.`],
      button: {
        label: "Open",
        url: `https://bean-and-leaf.example/apps/memberships/cp?token=${"eyJhbGciOiJkaXIi".repeat(20)}`,
        orCopy: "Or copy this address into your browser:",
      },
      footer: `Answers go to ${address}.`,
    },
    {
      language: "en",
      shopName: "Bean & Leaf",
      accentColor: "#1a6f52",
      onAccent: "#ffffff",
      backgroundColor: "#f6f6f3",
      logo: null,
    },
  );
  await page.setViewportSize({ width: 390, height: 800 });
  await page.setContent(html);
  const seen = await page.evaluate((wanted) => {
    const lines: number[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (let at = node.textContent?.indexOf(wanted) ?? -1; at >= 0; ) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        lines.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
        at = node.textContent?.indexOf(wanted, at + 1) ?? -1;
      }
    return { lines, width: document.documentElement.scrollWidth };
  }, address);
  expect(seen).toEqual({ lines: [1, 1, 1], width: 390 });
});
