import { listShopsWithDomainRecords } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { verifyDomainRecords } from "~/features/shops/domain-proof.service.server";
import { forEachOpenShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { resolveTxt } from "~/lib/email/txt-records.server";
import { ProblemError } from "~/lib/problem";

export const verifyAllDomainRecords: Task<"verify-domain-records"> = async (_payload, { clock, signal }) =>
  forEachOpenShop(await listShopsWithDomainRecords(), signal, async (shop) => {
    const actor = { type: "system", name: "DNS" } as const;
    try {
      // As when somebody asks for it: the shop's history and settings are dated by its own clock.
      const now = await findShopNow(shop, clock());
      await verifyDomainRecords(shop.id, resolveTxt, { actor, requestId: null, now });
    } catch (error) {
      // Another shop has verified the domain first: the shop's page shows this; nothing to do here.
      if (!(error instanceof ProblemError && error.code === "already_exists")) throw error;
    }
  });
