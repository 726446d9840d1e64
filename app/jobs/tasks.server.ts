import { acceptReferralTask } from "~/jobs/accept-referral.server";
import { askForAllDomainRecords } from "~/jobs/ask-for-domain-records.server";
import { deleteOldSessions } from "~/jobs/delete-expired-sessions.server";
import { deleteOldPortalRows } from "~/jobs/delete-old-portal-rows.server";
import { deleteOldTries } from "~/jobs/delete-past-tries.server";
import { foldCounts } from "~/jobs/fold-contract-counts.server";
import { handleGatewayNotice } from "~/jobs/handle-gateway-notice.server";
import { lookAfterBulkAutomations } from "~/jobs/look-after-bulk-automations.server";
import { lookAfterImports } from "~/jobs/look-after-imports.server";
import { mailPaymentFailureTask } from "~/jobs/mail-payment-failure.server";
import { mailPortalLinkTask } from "~/jobs/mail-portal-link.server";
import { mailSignInLinkTask } from "~/jobs/mail-sign-in-link.server";
import { resealStripeKeysTask } from "~/jobs/reseal-stripe-keys.server";
import { rewardReferralTask } from "~/jobs/reward-referral.server";
import { billDueOrders, runBillingTask } from "~/jobs/run-billing.server";
import { runBulkAutomation } from "~/jobs/run-bulk-automation.server";
import { runImportTask } from "~/jobs/run-import.server";
import { sendMailTask } from "~/jobs/send-mail.server";
import type { TaskTable } from "~/jobs/task";
import { topUpShops } from "~/jobs/top-up-shops.server";

/** The handlers of all tasks, for the worker. */
export const tasks: TaskTable = {
  "top-up-shops": topUpShops,
  "fold-contract-counts": foldCounts,
  "delete-expired-sessions": deleteOldSessions,
  "delete-past-tries": deleteOldTries,
  "run-import": runImportTask,
  "look-after-imports": lookAfterImports,
  "run-bulk-automation": runBulkAutomation,
  "look-after-bulk-automations": lookAfterBulkAutomations,
  "accept-referral": acceptReferralTask,
  "reward-referral": rewardReferralTask,
  "send-mail": sendMailTask,
  "mail-portal-link": mailPortalLinkTask,
  "mail-sign-in-link": mailSignInLinkTask,
  "delete-old-portal-rows": deleteOldPortalRows,
  "ask-for-domain-records": askForAllDomainRecords,
  "bill-due-orders": billDueOrders,
  "run-billing": runBillingTask,
  "reseal-stripe-keys": resealStripeKeysTask,
  "handle-gateway-notice": handleGatewayNotice,
  "mail-payment-failure": mailPaymentFailureTask,
};

/**
 * When tasks run by the clock. The job key keeps runs from piling up behind a slow one; `fill` makes up for a run that
 * was missed while no worker was there.
 */
export const crontab = `
7 * * * * top-up-shops ?jobKey=top-up-shops&fill=1h
* * * * * fold-contract-counts ?jobKey=fold-contract-counts&max=3
* * * * * look-after-imports ?jobKey=look-after-imports&max=3
* * * * * look-after-bulk-automations ?jobKey=look-after-bulk-automations&max=3
47 4 * * * ask-for-domain-records ?jobKey=ask-for-domain-records&max=3
* * * * * bill-due-orders ?jobKey=bill-due-orders&max=3
27 3 * * * delete-old-portal-rows ?jobKey=delete-old-portal-rows&max=3
37 * * * * reseal-stripe-keys ?jobKey=reseal-stripe-keys&max=3
17 * * * * delete-expired-sessions ?jobKey=delete-expired-sessions&max=3
27 * * * * delete-past-tries ?jobKey=delete-past-tries&max=3
`;
