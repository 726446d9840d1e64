import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { IncomingFile } from "~/features/imports/files/stage-file.server";
import { receiveImport } from "~/features/imports/intake/import-intake.service.server";
import { closeShop } from "~/features/shop-closing/closing.service.server";
import { db } from "~db/client.server";
import { imports } from "~db/schema/imports";
import { createTestShop, NOW, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

test("an upload that was under way when its shop was closed keeps nothing", async () => {
  const { id: shopId } = await createTestShop();
  async function* bytes() {
    yield Buffer.from('{"products":[');
    await closeShop(shopId, testAudit(NOW));
    yield Buffer.from("]}");
  }
  async function* files(): AsyncGenerator<IncomingFile> {
    yield { file: "PRODUCTS", name: "products.json", sizeBytes: 15, bytes: bytes() };
  }
  const upload = receiveImport({
    shopId,
    audit: testAudit(NOW),
    clock: () => NOW,
    files: files(),
    isFullCatalogue: () => false,
  });
  await expect(upload).rejects.toMatchObject({ code: "shop_closed" });
  const rows = await db.select({ status: imports.status }).from(imports).where(eq(imports.shopId, shopId));
  expect(rows).toEqual([{ status: "FAILED" }]);
});
