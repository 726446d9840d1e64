import { listShopClocks } from "~/access/test-clock.repo.server";
import { listShopsToMailDigests, mailDueDigests } from "~/features/insights/digest/digest.service.server";
import { forEachOpenShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Mails the weekly digests that are due by their shops' clocks. */
export const mailDigests: Task<"mail-digests"> = async (_payload, { clock, signal }) => {
  const shops = await listShopsToMailDigests(await listShopClocks(), clock());
  await forEachOpenShop(shops, signal, ({ id }) => mailDueDigests(id, clock()));
};
