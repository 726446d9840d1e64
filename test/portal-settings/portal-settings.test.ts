import { beforeEach, describe, expect, test } from "vitest";
import type { CustomerPrincipal } from "~/access/principal";
import { requireOfferedTo } from "~/features/portal-settings/portal-access.service.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import {
  readPortalSettings,
  savePortalSettings,
} from "~/features/portal-settings/portal-settings.repo.server";
import { db } from "~db/client.server";
import { ACTIONS_OFF_AT_FIRST, PORTAL_ACTIONS } from "~db/schema/portal-enums";
import { portalSettings } from "~db/schema/portal-settings";
import { createTestShop, NOW, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let customer: CustomerPrincipal;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  customer = { kind: "customer", shop: shop.shop, customerId: 1, name: "Ada", language: null };
});

test("a shop that saved nothing has the defaults of the table, and switches that came later are off", async () => {
  expect(await readPortalSettings(shop.id)).toEqual(DEFAULT_PORTAL_SETTINGS);
  await db.insert(portalSettings).values({ shopId: shop.id, updatedAt: NOW });
  expect(await readPortalSettings(shop.id)).toEqual({
    ...DEFAULT_PORTAL_SETTINGS,
    // A save writes the whole row, so the column's own default never applies.
    disabledActions: [],
    updatedAt: NOW,
  });
});

describe("an action that is switched off", () => {
  beforeEach(() =>
    savePortalSettings(db, shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      disabledActions: ["pause"],
      updatedAt: NOW,
    }),
  );

  test("is refused to a customer with 403, as are those that are off at first, and no other", async () => {
    for (const action of PORTAL_ACTIONS) {
      const refusal = await requireOfferedTo(customer, action).then(
        () => null,
        (error: { code: string; status: number }) => `${error.status} ${error.code}`,
      );
      const isOff = action === "pause" || ACTIONS_OFF_AT_FIRST.includes(action);
      expect([action, refusal]).toEqual([action, isOff ? "403 switched_off" : null]);
    }
  });

  test("stays possible for the merchant", async () => {
    const key = {
      kind: "api_key",
      shop: shop.shop,
      keyId: 1,
      name: "Key",
      scopes: new Set<string>(),
    } as const;
    await expect(requireOfferedTo(key, "pause")).resolves.toBeUndefined();
  });

  test("of another shop is that shop's own affair", async () => {
    const other = await createTestShop();
    await expect(requireOfferedTo({ ...customer, shop: other.shop }, "pause")).resolves.toBeUndefined();
  });
});
