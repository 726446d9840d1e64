import { recordFailedSignIn } from "~/features/staff/sign-in/sign-in.service.server";
import { mailPasswordResetTask, mailSignInLinkTask } from "~/jobs/mails/mail-account-links.server";
import { mailDigests } from "~/jobs/mails/mail-digests.server";
import { mailPaymentFailureTask } from "~/jobs/mails/mail-payment-failure.server";
import { mailPortalLinkTask } from "~/jobs/mails/mail-portal-link.server";
import { passOnAllEvents, warnOfAllCards, writeNoticeTask } from "~/jobs/mails/notices.server";
import { sendMailTask, sendTextTask } from "~/jobs/mails/send-mail.server";
import type { TaskTable } from "~/jobs/task/task";
import { heedClosedShops } from "~/jobs/task/when-closed.server";
import { acceptReferralTask } from "./accept-referral.server";
import { compactCounts, countOldFacts, rollUpAllFacts, sumPlans } from "./counters.server";
import { deleteClosedShops } from "./delete-closed-shops.server";
import { deleteOldPortalRows } from "./delete-old-portal-rows.server";
import { deleteOldAttempts, deleteOldEvents, deleteOldSessions } from "./delete-old-rows.server";
import { eraseCustomerTask, recoverAllErasures } from "./erase-customer.server";
import { finishHostedPageTask, handleGatewayWebhook } from "./handle-gateway-webhook.server";
import { maintainBulkAutomations } from "./maintain-bulk-automations.server";
import { recoverImports } from "./recover-imports.server";
import { resealSecondFactorsTask, resealStripeKeysTask, resealWebhookSecrets } from "./reseal-secrets.server";
import { rewardReferralTask } from "./reward-referral.server";
import { billDueOrders, runBillingTask } from "./run-billing.server";
import { runBulkAutomation } from "./run-bulk-automation.server";
import { runImportTask } from "./run-import.server";
import { settleGivenUpJobs } from "./settle-given-up-jobs.server";
import { topUpShops } from "./top-up-shops.server";
import { verifyAllDomainRecords } from "./verify-domain-records.server";

/** The handlers of all tasks, for the worker. */
export const tasks: TaskTable = heedClosedShops({
  "top-up-shops": topUpShops,
  "compact-contract-counts": compactCounts,
  "fold-facts": rollUpAllFacts,
  "count-facts": countOldFacts,
  "sum-plans": sumPlans,
  "mail-digests": mailDigests,
  "delete-expired-sessions": deleteOldSessions,
  "delete-past-attempts": deleteOldAttempts,
  "run-import": runImportTask,
  "recover-imports": recoverImports,
  "erase-customer": eraseCustomerTask,
  "recover-erasures": recoverAllErasures,
  "run-bulk-automation": runBulkAutomation,
  "maintain-bulk-automations": maintainBulkAutomations,
  "accept-referral": acceptReferralTask,
  "reward-referral": rewardReferralTask,
  "send-mail": sendMailTask,
  "send-text-message": sendTextTask,
  "mail-portal-link": mailPortalLinkTask,
  "mail-sign-in-link": mailSignInLinkTask,
  "mail-password-reset": mailPasswordResetTask,
  "note-failed-sign-in": recordFailedSignIn,
  "settle-given-up-jobs": settleGivenUpJobs,
  "delete-old-portal-rows": deleteOldPortalRows,
  "delete-closed-shops": deleteClosedShops,
  "verify-domain-records": verifyAllDomainRecords,
  "bill-due-orders": billDueOrders,
  "run-billing": runBillingTask,
  "reseal-stripe-keys": resealStripeKeysTask,
  "reseal-webhook-secrets": resealWebhookSecrets,
  "reseal-second-factors": resealSecondFactorsTask,
  "delete-old-events": deleteOldEvents,
  "handle-gateway-notice": handleGatewayWebhook,
  "finish-hosted-page": finishHostedPageTask,
  "mail-payment-failure": mailPaymentFailureTask,
  "pass-on-events": passOnAllEvents,
  "warn-of-cards": warnOfAllCards,
  "write-notice": writeNoticeTask,
});

/**
 * Schedule of periodic tasks. The job key keeps runs from piling up behind a slow one; `fill` makes up for a run that
 * was missed while there was no worker: a machine may be switched off at that time every day.
 */
export const crontab = `
7 * * * * top-up-shops ?jobKey=top-up-shops&fill=1h
* * * * * compact-contract-counts ?jobKey=compact-contract-counts&max=3
* * * * * fold-facts ?jobKey=fold-facts&max=3
*/10 * * * * count-facts ?jobKey=count-facts&max=3
* * * * * mail-digests ?jobKey=mail-digests&max=3
*/10 * * * * sum-plans ?jobKey=sum-plans&max=1
* * * * * recover-imports ?jobKey=recover-imports&max=3
9 * * * * recover-erasures ?jobKey=recover-erasures&max=3&fill=1h
* * * * * maintain-bulk-automations ?jobKey=maintain-bulk-automations&max=3
47 4 * * * verify-domain-records ?jobKey=verify-domain-records&max=3&fill=1d
* * * * * bill-due-orders ?jobKey=bill-due-orders&max=3
* * * * * pass-on-events ?jobKey=pass-on-events&max=3
17 6 * * * warn-of-cards ?jobKey=warn-of-cards&max=3&fill=1d
53 * * * * settle-given-up-jobs ?jobKey=settle-given-up-jobs&max=3&fill=1h
27 3 * * * delete-old-portal-rows ?jobKey=delete-old-portal-rows&max=3&fill=1d
57 * * * * delete-closed-shops ?jobKey=delete-closed-shops&max=3&fill=1h
37 * * * * reseal-stripe-keys ?jobKey=reseal-stripe-keys&max=3&fill=1h
41 * * * * reseal-webhook-secrets ?jobKey=reseal-webhook-secrets&max=3&fill=1h
43 * * * * reseal-second-factors ?jobKey=reseal-second-factors&max=3&fill=1h
7 3 * * * delete-old-events ?jobKey=delete-old-events&max=3&fill=1d
17 * * * * delete-expired-sessions ?jobKey=delete-expired-sessions&max=3&fill=1h
27 * * * * delete-past-attempts ?jobKey=delete-past-attempts&max=3&fill=1h
`;
