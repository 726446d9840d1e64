import { giveUpMail } from "~/features/mail/mail.service.server";
import { giveUpText } from "~/features/text-messages/text-messages.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { DAY_MS } from "~/lib/days";
import { deleteGivenUpJob, deleteGivenUpJobs, listGivenUpJobs } from "~/queue/given-up.server";
import { taskPayloads } from "~/queue/task-payloads";

/** At once; the rest is settled an hour later. */
const MOST = 1000;
const KEPT_DAYS = 30;

/**
 * Jobs that the queue does not try again: what waits for one of them is given up with it, and the job deleted. The
 * others are kept for some days, for the operator to see.
 */
export const settleGivenUpJobs: Task<"settle-given-up-jobs"> = async (_payload, { clock, signal }) => {
  const jobs = await listGivenUpJobs(["send-mail", "send-text-message"], MOST);
  const ofShops = jobs.map(({ jobId, task, payload }) => {
    if (task === "send-mail") {
      const { shopId, mailId } = taskPayloads[task].parse(payload);
      return { id: shopId, jobId, giveUp: () => giveUpMail(shopId, mailId, clock()) };
    }
    const { shopId, textMessageId } = taskPayloads[task].parse(payload);
    return { id: shopId, jobId, giveUp: () => giveUpText(shopId, textMessageId, clock()) };
  });
  await forEachShop(ofShops, signal, async ({ jobId, giveUp }) => {
    await giveUp();
    await deleteGivenUpJob(jobId);
  });
  await deleteGivenUpJobs(new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
};
