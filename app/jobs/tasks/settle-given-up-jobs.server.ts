import { giveUpMail } from "~/features/mail/mail.service.server";
import { giveUpText } from "~/features/text-messages/text-messages.service.server";
import { forEachShop } from "~/jobs/task/for-each-shop.server";
import type { Task } from "~/jobs/task/task";
import { DAY_MS } from "~/lib/days";
import { deleteGivenUpJob, deleteGivenUpJobs, listGivenUpJobs } from "~/queue/given-up.server";
import { taskPayloads } from "~/queue/task-payloads";

/** Jobs settled in one run; the next run, an hour later, settles the rest. */
const MOST = 1000;
const KEPT_DAYS = 30;

/**
 * Settles jobs that the queue no longer tries. A mail or text message is given up with its job, which is deleted; other
 * jobs are kept for some days, for the operator to see.
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
