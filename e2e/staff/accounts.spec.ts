import { PASSWORD } from "../../test/support/data/factories";
import { makeCode } from "../../test/support/data/totp";
import { fillSignIn, useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { waitForStaffLink } from "../support/mailed-link";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test("an owner invites somebody, who joins with a password of their own, is made an owner, and removed again", async ({
  page,
  context,
  browser,
  baseURL,
  shop,
}) => {
  await useSession(context, baseURL, shop);
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Staff", exact: true }).click();
  const email = `grace-${shop.id}@example.com`;
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("radio", { name: "Viewer" }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("region", { name: "Invitations" })).toContainText(email);
  await expectUsablePage(page);

  const theirs = await browser.newPage({ baseURL });
  await theirs.goto(await waitForStaffLink(email, "staff_invitation"));
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Join Morgengold Coffee");
  await expectUsablePage(theirs);
  await theirs.getByLabel("Your name").fill("Grace Hopper");
  await theirs.getByRole("textbox", { name: "Choose a password" }).fill(PASSWORD);
  await theirs.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(theirs).toHaveURL("/admin");

  await page.goto("/admin/staff");
  const row = page.getByRole("row", { name: /Grace Hopper/ });
  await row.getByRole("link", { name: "Change role of Grace Hopper" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Viewer" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Owner" }).check();
  await expectUsablePage(page);
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(row).toContainText("Owner");
  await row.getByRole("link", { name: "Remove Grace Hopper" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await theirs.goto("/admin");
  await expect(theirs).toHaveURL(/\/admin\/sign-in/);
});

test("a forgotten password is set anew by mail, and ends what was open elsewhere", {
  tag: ANY_WIDTH,
}, async ({ page, context, baseURL, shop }) => {
  await page.goto("/admin/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await page.getByLabel("E-mail").fill(shop.staff.email);
  await page.getByRole("button", { name: "Mail me a link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
  await useSession(context, baseURL, shop);
  await page.goto(await waitForStaffLink(shop.staff.email, "password_reset"));
  await expectUsablePage(page);
  await page.getByRole("textbox", { name: "New password" }).fill("a wholly new horse");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your new password is set")).toBeVisible();
  await fillSignIn(page, shop.staff.email, "a wholly new horse");
  await expect(page).toHaveURL("/admin");
});

test("one's own name, password and sessions are on one page", async ({ page, context, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
  await useSession(context, baseURL, shop);
  await page.goto("/admin/account");
  await expectUsablePage(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada King");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name saved")).toBeVisible();
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("All other sessions have ended")).toBeVisible();
  await expect(page.getByRole("button", { name: "End all others" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "New password" }).fill("a wholly new horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Ada King");
});

test("two-step sign-in is set up with an app, and then asked for", async ({
  page,
  context,
  baseURL,
  shop,
}) => {
  await useSession(context, baseURL, shop);
  await page.goto("/admin/account");
  await page.getByRole("link", { name: "Set up two-step sign-in" }).click();
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set up" }).click();
  const secret = await page.getByLabel("Or type this in").inputValue();
  await expectUsablePage(page);
  await page.getByLabel("Code", { exact: true }).fill(makeCode(secret, new Date()));
  await page.getByRole("button", { name: "Switch on" }).click();
  const codes = await page.getByLabel("All ten").inputValue();
  expect(codes.split(" ")).toHaveLength(10);
  await expectUsablePage(page);

  await context.clearCookies();
  await page.goto("/admin/orders");
  await fillSignIn(page, shop.staff.email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  await expectUsablePage(page);
  await page.getByLabel("Code").fill(codes.split(" ")[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/admin/orders");
});
