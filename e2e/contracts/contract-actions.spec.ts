import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { topUpAttempts } from "../../app/features/order-schedule/billing-attempts.service.server";
import { DAY_MS } from "../../app/lib/days";
import { db } from "../../db/client.server";
import { contracts } from "../../db/schema/contracts";
import { insertContract, insertStaff } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.use({ expectedStatuses: [400, 409] });

async function openContract(shop: { id: number; shop: { id: number; timeZone: string } }) {
  const now = new Date();
  const contract = await insertContract(shop.id, {
    createdAt: now,
    nextBillingDate: new Date(now.getTime() + 10 * DAY_MS),
  });
  await topUpAttempts(db, shop.shop, [contract.id], now);
  return contract;
}

const openMenu = (page: Page) => page.locator("summary", { hasText: "More actions" }).click();

test("staff pause, resume, move, skip and cancel a contract, and the page says who did what", async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  await useSession(context, baseURL, shop);
  const contract = await openContract(shop);
  const id = contract.subscriptionContractId;
  await page.goto(`/admin/contracts/${id}?list=status%3DACTIVE`);

  await page.getByRole("link", { name: "Pause" }).click();
  const pause = page.getByRole("dialog", { name: `Pause contract ${id}?` });
  await expect(pause).toContainText("3 orders will wait until it is resumed");
  await expectUsablePage(page);
  await pause.getByRole("button", { name: "Pause contract" }).click();
  await expect(page.getByText("Contract paused", { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/contracts/${id}\\?list=status`));
  await expect(page.getByRole("link", { name: "Change next date" })).toHaveCount(0);

  await page.getByRole("link", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: `Resume contract ${id}?` });
  await expect(resume).toContainText("The next order will be made on");
  await resume.getByRole("button", { name: "Resume contract" }).click();
  await expect(page.getByText("Contract resumed", { exact: true }).first()).toBeVisible();

  await openMenu(page);
  await page.getByRole("link", { name: "Change frequency" }).click();
  const frequency = page.getByRole("dialog", { name: `How often is contract ${id} billed?` });
  await frequency.getByLabel("Every").fill("2");
  await frequency.getByRole("button", { name: "Change frequency" }).click();
  await expect(page.getByText("Every 2 months").first()).toBeVisible();

  await page
    .getByRole("link", { name: /^Skip the order of/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Skip order" }).click();
  await expect(page.getByText("Order skipped", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: /^Unskip the order of/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unskip order" }).click();
  await expect(page.getByRole("link", { name: /^Unskip/ })).toHaveCount(0);

  await openMenu(page);
  await page.getByRole("link", { name: "Change next date" }).click();
  const date = page.getByRole("dialog");
  await date.getByLabel("Date of the next order").fill("2020-01-01");
  await page.evaluate(() => {
    for (const form of document.querySelectorAll("form")) form.noValidate = true;
  });
  await date.getByRole("button", { name: "Move next order" }).click();
  await expect(date.getByRole("alert")).toContainText("Use a future date.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await expect(page.locator("summary", { hasText: "More actions" })).toBeFocused();
  await openMenu(page);
  const toCancel = page.getByRole("link", { name: "Cancel contract" });
  for (const [colorScheme, red] of [
    ["light", "rgb(180, 35, 24)"],
    ["dark", "rgb(255, 154, 143)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(toCancel).toHaveCSS("color", red);
  }
  await toCancel.click();
  const cancel = page.getByRole("dialog", { name: `Cancel contract ${id}?` });
  await cancel.getByLabel("Reason").selectOption("Too expensive");
  await cancel.getByLabel("Note").fill("Called us.");
  await expectUsablePage(page);
  await cancel.getByRole("button", { name: "Cancel contract" }).click();
  await expect(page.getByText("Reason for cancelling: Too expensive: Called us.")).toBeVisible();
  const activity = page.getByRole("region", { name: "Activity" });
  for (const text of [
    "Contract cancelled",
    "Order skipped",
    "Every month → Every 2 months",
    "Contract resumed",
    "Contract paused",
  ])
    await expect(activity).toContainText(text);
  await expect(activity).toContainText(shop.staff.name);
  await expectUsablePage(page);
});

test("what somebody else has changed meanwhile is not overwritten: the dialog says so, and shows what there is now", {
  tag: ANY_WIDTH,
}, async ({ page, context, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
  const contract = await openContract(shop);
  const id = contract.subscriptionContractId;
  await page.goto(`/admin/contracts/${id}?action=pause`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("3 orders will wait");
  await db.update(contracts).set({ version: 7 }).where(eq(contracts.id, contract.id));
  await dialog.getByRole("button", { name: "Pause contract" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Someone else has changed this contract in the meantime.",
  );
  await dialog.getByRole("button", { name: "Pause contract" }).click();
  await expect(page.getByText("Contract paused", { exact: true }).first()).toBeVisible();
});

test.describe("without scripts", { tag: ANY_WIDTH }, () => {
  test.use({ javaScriptEnabled: false });
  test("a contract is paused in two steps, and a viewer is offered nothing", async ({
    page,
    context,
    baseURL,
    shop,
  }) => {
    await useSession(context, baseURL, shop);
    const contract = await openContract(shop);
    const id = contract.subscriptionContractId;
    await page.goto(`/admin/contracts/${id}`);
    await page.getByRole("link", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Pause contract" }).click();
    await expect(page.getByText("Contract paused", { exact: true }).first()).toBeVisible();

    const viewer = await insertStaff(shop.id, "viewer");
    await useSession(context, baseURL, shop, viewer.id);
    await page.goto(`/admin/contracts/${id}?action=resume`);
    await expect(page.getByRole("heading", { name: "Next orders" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Resume" })).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
