import { endOtherSessions } from "~/access/sessions.repo.server";
import { deleteKnownBrowsersOf } from "~/features/staff/known-browsers.repo.server";
import { deleteSecondFactor } from "~/features/staff/second-factor/second-factor.repo.server";
import { listShopsOfStaff, lockStaffAccount } from "~/features/staff/staff.repo.server";
import { deleteOwnSettings } from "~/features/staff/team/team.repo.server";
import type { RealTime } from "~/lib/clocks";
import { DAY_MS } from "~/lib/days";
import { forEachNamed } from "~/lib/faults/for-each-named";
import { inTransaction } from "~db/transaction.server";
import {
  deleteAccountRow,
  listDeparted,
  listInvitingShops,
  listShopsWithSettingsOf,
  noteDepartures,
} from "./delete-account.repo.server";
import { deleteResetsOf } from "./password-resets.repo.server";

/** docs/privacy.md: who comes back within this time finds their account as it was. */
const KEPT_MS = 90 * DAY_MS;

/** The store domains of shops because of which an account stays; without any, it is gone. */
export type Ties = { memberOf: string[]; invitedTo: string[] };

/**
 * Deletes an account that belongs to no shop and is invited to none, with all that signs it in. What it has done stays
 * in the histories of its shops, which hold its name.
 *
 * An invitation accepted at the same time is not lost: it locks the account as well. If it is first, its role is found
 * here; if it is second, it finds no account, and stays open.
 *
 * @param leftBy deletes it only if it has belonged to no shop since then
 */
export async function deleteAccount(
  { id, email }: { id: number; email: string },
  now: RealTime,
  leftBy: Date | null = null,
): Promise<Ties> {
  // Before the transaction: these two ask all shops (docs/design.md "Citus" rule 5).
  const invitedTo = (await listInvitingShops(email, now)).map(({ storeDomain }) => storeDomain);
  const withSettings = await listShopsWithSettingsOf(id);
  return inTransaction(async (tx) => {
    const account = await lockStaffAccount(tx, id);
    const memberOf = (await listShopsOfStaff(id, tx)).map(({ storeDomain }) => storeDomain);
    const isDue = account && (leftBy === null || (account.leftAt !== null && account.leftAt <= leftBy));
    if (!isDue || memberOf.length > 0 || invitedTo.length > 0) return { memberOf, invitedTo };
    for (const shop of withSettings) await deleteOwnSettings(tx, shop.id, id);
    await deleteSecondFactor(tx, id);
    await deleteKnownBrowsersOf(tx, id);
    await deleteResetsOf(tx, id);
    await endOtherSessions(tx, { staffId: id, keptId: null }, now);
    await deleteAccountRow(tx, id);
    return { memberOf, invitedTo };
  });
}

/**
 * Notes who has left all shops, and deletes the accounts of those who did 90 days ago.
 *
 * @throws Error at the end, naming accounts that could not be deleted
 */
export async function deleteDepartedAccounts(now: RealTime, signal: AbortSignal): Promise<void> {
  await noteDepartures(now);
  const leftBy = new Date(now.getTime() - KEPT_MS);
  await forEachNamed(
    await listDeparted(leftBy),
    ({ id }) => `staff ${id}`,
    async (account) => {
      if (!signal.aborted) await deleteAccount(account, now, leftBy);
    },
  );
  signal.throwIfAborted();
}
