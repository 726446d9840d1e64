import { listShopsWithRecipients } from "~/features/insights/digest/digest.repo.server";
import { mailDueDigests } from "~/features/insights/digest/digest.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";

/** Mails the weekly digests that are due by their shops' clocks. */
export const mailDigests: Task<"mail-digests"> = async (_payload, { clock, signal }) => {
  await forEachShop(await listShopsWithRecipients(), signal, ({ id }) => mailDueDigests(id, clock()));
};
