import type { StaffRole } from "~/access/principal";
import { endSessionsInShop } from "~/access/sessions.repo.server";
import { lockShopSettings, updateShop } from "~/access/shops.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { findSecondFactor } from "~/features/staff/second-factor/second-factor.repo.server";
import { listStaffOfShop, setStaffRole } from "~/features/staff/staff.repo.server";
import type { RealTime } from "~/lib/clocks";
import { notFound, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { endInvitationsBy } from "./invitations.service.server";
import { deleteOwnSettings, deleteRole, findMember, lockTeam } from "./team.repo.server";

type Member = Awaited<ReturnType<typeof listStaffOfShop>>[number];

/** A member of the shop's staff, with the team locked. @throws ProblemError not_found */
async function holdMember(tx: Queryable, shopId: number, staffId: number): Promise<Member> {
  await lockTeam(tx, shopId);
  const member = await findMember(tx, shopId, staffId);
  if (!member) throw notFound("Nobody with this number works in this shop.");
  return member;
}

/** @throws ProblemError conflict when there is no other owner */
async function requireAnotherOwner(tx: Queryable, shopId: number, { id, role }: Member): Promise<void> {
  if (role !== "owner") return;
  const others = (await listStaffOfShop(shopId, tx)).filter(
    (each) => each.role === "owner" && each.id !== id,
  );
  if (others.length === 0)
    throw new ProblemError(
      "conflict",
      "A shop has at least one owner, and this is the only one. Make somebody else an owner first.",
    );
}

/**
 * Changes somebody's role; the present one changes nothing. Invitations sent by somebody who is no longer an owner end.
 *
 * @throws ProblemError not_found for staff of other shops, conflict for the only owner
 */
export function changeRole(
  shopId: number,
  staffId: number,
  role: StaffRole,
  audit: Audit<RealTime>,
): Promise<void> {
  return inTransaction(async (tx) => {
    const member = await holdMember(tx, shopId, staffId);
    if (member.role === role) return;
    await requireAnotherOwner(tx, shopId, member);
    await setStaffRole(tx, { shopId, staffId, role });
    // Only owners invite.
    await endInvitationsBy(tx, shopId, staffId, audit);
    const { email } = member;
    const change = { before: { email, role: member.role }, after: { email, role } };
    await appendActivity(tx, { shopId, contractId: null, action: "staff.role_changed", ...change }, audit);
  });
}

/**
 * Sets whether the staff must have a second factor. Without one they can only set one up, from their next request on.
 *
 * @param ownerId the owner who requires it, and must have one, so that they do not lock themselves out
 * @throws ProblemError conflict
 */
export function requireSecondFactor(
  shopId: number,
  isRequired: boolean,
  ownerId: number,
  audit: Audit<RealTime>,
): Promise<void> {
  return inTransaction(async (tx) => {
    const shop = await lockShopSettings(tx, shopId);
    if (!shop || shop.requiresSecondFactor === isRequired) return;
    if (isRequired && !(await findSecondFactor(ownerId, tx))?.confirmedAt)
      throw new ProblemError("conflict", "Set two-step sign-in up for your own account first.");
    await updateShop(tx, shopId, { requiresSecondFactor: isRequired });
    const change = {
      before: { requiresSecondFactor: !isRequired },
      after: { requiresSecondFactor: isRequired },
    };
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "staff.two_step_changed", ...change },
      audit,
    );
  });
}

/**
 * Removes somebody from the staff, from their next request on, with their saved views and their digest of this shop, and
 * ends their invitations. Their account keeps working in their other shops; without one it is deleted after 90 days.
 *
 * @throws ProblemError not_found for staff of other shops, conflict for the only owner
 */
export function removeMember(shopId: number, staffId: number, audit: Audit<RealTime>): Promise<void> {
  return inTransaction(async (tx) => {
    const member = await holdMember(tx, shopId, staffId);
    await requireAnotherOwner(tx, shopId, member);
    await deleteRole(tx, shopId, staffId);
    await deleteOwnSettings(tx, shopId, staffId);
    await endInvitationsBy(tx, shopId, staffId, audit);
    await endSessionsInShop(tx, shopId, staffId);
    const before = { email: member.email, role: member.role };
    await appendActivity(tx, { shopId, contractId: null, action: "staff.removed", before }, audit);
  });
}
