import { askForDomainRecords } from "~/features/shops/domain-proof.service.server";
import { listShopsWithDomainRecords } from "~/features/shops/shops.repo.server";
import { ProblemError } from "~/http/problem";
import { forEachShop } from "~/jobs/for-each-shop.server";
import type { Task } from "~/jobs/task";
import { resolveTxt } from "~/lib/txt-records.server";

export const askForAllDomainRecords: Task<"ask-for-domain-records"> = async (_payload, { clock, signal }) =>
  forEachShop(await listShopsWithDomainRecords(), signal, async ({ id }) => {
    const actor = { type: "system", name: "DNS" } as const;
    try {
      await askForDomainRecords(id, resolveTxt, { actor, requestId: null, now: clock() });
    } catch (error) {
      // Another shop has proven it first: its page says so, and nothing is to be done here.
      if (!(error instanceof ProblemError && error.code === "already_exists")) throw error;
    }
  });
