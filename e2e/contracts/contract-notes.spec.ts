import { addNote } from "../../app/features/notes/notes.service.server";
import { inDays } from "../../test/support/data/days";
import { insertContract, testAudit } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { ANY_WIDTH } from "../support/tags";
import { expect, test } from "../support/test";

test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

test.describe("notes on a contract", { tag: ANY_WIDTH }, () => {
  test.use({ expectedStatuses: [400] });

  test("what is being written stays when a colleague adds a note, and goes once it is added", async ({
    page,
    shop,
  }) => {
    const contract = await insertContract(shop.id, { attempts: [{ billingDate: inDays(10) }] });
    await page.goto(`/admin/contracts/${contract.subscriptionContractId}`);
    const notes = page.getByRole("region", { name: "Internal notes" });
    await notes.getByLabel("New note").fill("Half a sent");
    await addNote(shop.id, { contractId: contract.id }, "From a colleague", testAudit(new Date()));
    await expect(notes.getByText("From a colleague")).toBeVisible();
    await expect(notes.getByLabel("New note")).toHaveValue("Half a sent");
    for (const text of ["One", "Two"]) {
      await notes.getByLabel("New note").fill(text);
      await notes.getByRole("button", { name: "Add note" }).click();
      await expect(notes.getByRole("listitem").filter({ hasText: text })).toBeVisible();
      await expect(notes.getByLabel("New note")).toHaveValue("");
    }
  });

  test("the field of the order note has a name, and its refusal is its own", async ({ page, shop }) => {
    const contract = await insertContract(shop.id, { attempts: [{ billingDate: inDays(10) }] });
    await page.goto(`/admin/contracts/${contract.subscriptionContractId}?edit=note`);
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("textbox", { name: "Note", exact: true });
    await expect(field).toBeVisible();
    await field.evaluate((area) => area.removeAttribute("maxlength"));
    await field.fill("x".repeat(6000));
    await dialog.getByRole("button", { name: "note" }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(page.locator("#notes [role=alert]")).toHaveCount(0);
    expect(
      await page.evaluate(() => new Set([...document.querySelectorAll("[id]")].map((e) => e.id)).size),
    ).toBe(await page.evaluate(() => document.querySelectorAll("[id]").length));
  });
});
