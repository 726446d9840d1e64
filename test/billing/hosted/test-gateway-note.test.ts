import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import { shops } from "~db/schema/shops";
import { type BundleShop, createBundleShop } from "../../support/calls/bundles/bundle-page";
import { openPortal, type PortalAnswer, toPlainText } from "../../support/calls/portal-pages";
import { insertContract } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

const NOTE = "Test gateway: no money moves";

let box: BundleShop;
beforeEach(async () => {
  await resetDatabase();
  box = await createBundleShop();
});

describe.each(["test", "none"] as const)("gateway %s", (gateway) => {
  beforeEach(async () => {
    await db.update(shops).set({ gateway }).where(eq(shops.id, box.shop.id));
  });
  const saysSo = ({ html }: Pick<PortalAnswer, "html">) => toPlainText(html).includes(NOTE);

  test("pages of the portal say that no money moves on the test gateway, and only there", async () => {
    const { id, customerId } = await insertContract(box.shop.id, {});
    const portal = await openPortal(box.shop, customerId);
    const views: Record<string, string | number>[] = [
      {},
      { contract: id },
      { contract: id, view: "address" },
      { contract: 999 },
    ];
    for (const query of views) expect(saysSo(await portal.get(query))).toBe(gateway === "test");
    const german = await openPortal(box.shop, customerId, "de-DE");
    expect(toPlainText((await german.get()).html).includes("Es fließt kein Geld")).toBe(gateway === "test");
  });

  test("the pages of a bundle, and of one that is missing, say so too", async () => {
    expect(saysSo(await box.visit())).toBe(gateway === "test");
    await box.insert();
    expect(saysSo(await box.visit())).toBe(gateway === "test");
  });
});
