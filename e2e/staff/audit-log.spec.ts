import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { test } from "../support/test";

test("the audit log is usable at every width", async ({ page, context, baseURL, shop }) => {
  await useSession(context, baseURL, shop);
  await page.goto("/admin/audit-log");
  await expectUsablePage(page);
});
