import { type Audit, toChange } from "~/features/activity/activity";
import { appendAccountActivity } from "~/features/staff/account-activity.repo.server";
import { lockStaffAccount, updateStaffAccount } from "~/features/staff/staff.repo.server";
import { inTransaction } from "~db/transaction.server";

/** Gives a person another name, and records it in the history of their shops. The same name again changes nothing. */
export function renameAccount(staffId: number, name: string, audit: Audit): Promise<void> {
  return inTransaction(async (tx) => {
    const account = await lockStaffAccount(tx, staffId);
    const change = account && toChange({ name: account.name }, { name });
    if (!change) return;
    await updateStaffAccount(staffId, { name }, tx);
    await appendAccountActivity(tx, staffId, { action: "account.renamed", ...change }, audit);
  });
}
