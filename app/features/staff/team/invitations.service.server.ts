import type { StaffPrincipal } from "~/access/principal";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { queueMail } from "~/features/mail/mail.service.server";
import { composeMail } from "~/features/mail/mail-theme.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { hashPassword } from "~/features/staff/password";
import {
  findStaffAccount,
  insertStaffAccount,
  listStaffOfShop,
  lockStaffAccountOf,
  setStaffRole,
} from "~/features/staff/staff.repo.server";
import {
  rememberBrowser,
  type SessionPlace,
  startSession,
} from "~/features/staff/start-session.service.server";
import { hashSessionToken, newSessionToken } from "~/http/callers/session-cookie.server";
import type { RealTime } from "~/lib/clocks";
import { DAY_MS } from "~/lib/days";
import { type FieldError, invalidRequest, notFound, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import {
  countOpenInvitations,
  deleteInvitation,
  deleteInvitationsBy,
  findInvitation,
  saveInvitation,
} from "./invitations.repo.server";
import { ROLE_DETAILS } from "./role-details";
import { lockTeam } from "./team.repo.server";
import type { InvitationInput, JoinInput } from "./team.schema.server";

/** wire.md §7: a link is valid once and for three days. */
const GOOD_FOR_MS = 3 * DAY_MS;
const MOST_OPEN_INVITATIONS = 50;
/** Mails go to whatever address is typed. */
export const INVITATIONS_PER_SHOP: SharedLimit = {
  name: "staff-invitations:of",
  most: 50,
  windowMs: DAY_MS,
  refusal: "Many invitations were sent from this shop today.",
};

/** The shop's number is in clear before the secret, so that even the look-up of an invitation is by shop. */
const LINK_FORM = /^([0-9a-z]{1,11})\.[A-Za-z0-9_-]{43}$/;
const hashInvitation = (token: string): string => hashSessionToken(`staff-invitation:${token}`);

/**
 * Mails somebody a link to join the shop's staff. A repeated invitation gets another link, and the earlier one becomes
 * invalid.
 *
 * @param owner who invites them
 * @throws ProblemError already_exists when they work in the shop, limit_reached, too_many_requests; forbidden when the
 *   owner has stopped being one meanwhile
 */
export async function inviteStaff(
  { shop, staffId }: Pick<StaffPrincipal, "shop" | "staffId">,
  { email, role }: InvitationInput,
  origin: string,
  audit: Audit<RealTime>,
): Promise<void> {
  await requireWithinSharedLimit(INVITATIONS_PER_SHOP, String(shop.id), audit.now);
  const token = `${shop.id.toString(36)}.${newSessionToken()}`;
  const expiresAt = new Date(audit.now.getTime() + GOOD_FOR_MS);
  const settings = await readPortalSettings(shop.id);
  const at = await findShopNow(shop, audit.now);
  const mail = composeMail(
    {
      subject: `${audit.actor.name} invited you to ${shop.name}`,
      heading: `Join ${shop.name}`,
      name: "",
      paragraphs: [
        `${audit.actor.name} invited you to work on ${shop.name} in Perennial, as ${ROLE_DETAILS[role].article}. ${ROLE_DETAILS[role].may}`,
        "The link is valid for three days and can be used once.",
      ],
      button: { label: "Accept the invitation", url: `${origin}/admin/join?token=${token}` },
      afterwards: ["Weren’t expecting this? You can ignore this e-mail. Please don’t share the link."],
      footer: `You’re receiving this e-mail because somebody at ${shop.name} entered your address.`,
    },
    { shop, settings, language: "en" },
  );
  await inTransaction(async (tx) => {
    await lockTeam(tx, shop.id);
    const team = await listStaffOfShop(shop.id, tx);
    if (!team.some(({ id, role: has }) => id === staffId && has === "owner"))
      throw new ProblemError("forbidden", "Only owners invite, and you are none any more.");
    if (team.some((member) => member.email === email))
      throw alreadyOnStaff([
        { pointer: "/email", code: "already_exists", detail: "They work in this shop already." },
      ]);
    // An existing one is replaced, and not counted twice.
    await deleteInvitation(tx, shop.id, email);
    if ((await countOpenInvitations(tx, shop.id, audit.now)) >= MOST_OPEN_INVITATIONS)
      throw new ProblemError(
        "limit_reached",
        `A shop has at most ${MOST_OPEN_INVITATIONS} open invitations. Withdraw one first.`,
      );
    await saveInvitation(tx, {
      shopId: shop.id,
      email,
      role,
      tokenHash: hashInvitation(token),
      invitedBy: audit.actor.name,
      invitedById: staffId,
      createdAt: audit.now,
      expiresAt,
    });
    await queueMail(tx, shop.id, { ...mail, kind: "staff_invitation", recipient: email, expiresAt }, at);
    const entry = {
      shopId: shop.id,
      contractId: null,
      action: "staff.invited",
      after: { email, role },
    } as const;
    await appendActivity(tx, entry, audit);
  });
}

const alreadyOnStaff = (errors?: FieldError[]) =>
  new ProblemError("already_exists", "They work in this shop already.", { errors });

/** Ends the invitations that somebody has sent: with one to another address of theirs they could come back. */
export async function endInvitationsBy(
  tx: Queryable,
  shopId: number,
  staffId: number,
  audit: Audit<RealTime>,
): Promise<void> {
  for (const before of await deleteInvitationsBy(tx, shopId, staffId))
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "staff.invitation_withdrawn", before },
      audit,
    );
}

/** Invalidates the link of an invitation. @throws ProblemError not_found */
export function withdrawInvitation(shopId: number, email: string, audit: Audit<RealTime>): Promise<void> {
  return inTransaction(async (tx) => {
    if ((await deleteInvitation(tx, shopId, email)) === 0)
      throw notFound("The shop has no such open invitation.");
    const entry = {
      shopId,
      contractId: null,
      action: "staff.invitation_withdrawn",
      before: { email },
    } as const;
    await appendActivity(tx, entry, audit);
  });
}

/**
 * The invitation of a link; null when it is unknown, withdrawn, used or expired. `hasAccount`: they sign in as usual.
 */
export async function readInvitation(token: string, now: Date) {
  const shopId = Number.parseInt(LINK_FORM.exec(token)?.[1] ?? "", 36);
  const invitation = Number.isSafeInteger(shopId)
    ? await findInvitation(shopId, hashInvitation(token), now)
    : null;
  const shop = invitation && (await findShopSettings(invitation.shopId));
  if (!invitation || !shop) return null;
  const { email, role, invitedBy } = invitation;
  const hasAccount = (await findStaffAccount(email)) !== null;
  return { shopId, shopName: shop.name, email, role, invitedBy, hasAccount };
}

/**
 * Accepts an invitation. A person without an account creates one, and is signed in; one with an account gets the role,
 * and signs in as usual: the link does not replace the password.
 *
 * @returns tokens for the cookies of a new account; null for an existing one
 * @throws ProblemError gone; invalid_request for `name` and `password` of a new account; conflict when the account was
 *   deleted meanwhile: the invitation stays open for a new one
 */
export async function acceptInvitation(
  input: JoinInput,
  place: SessionPlace,
  { requestId, now }: { requestId: string; now: Date },
): Promise<{ token: string; known: string } | null> {
  const invited = await readInvitation(input.token, now);
  if (!invited) throw overInvitation();
  const { shopId, email } = invited;
  const wanted = invited.hasAccount ? null : requireNewAccount(input);
  const fresh = wanted && { name: wanted.name, passwordHash: await hashPassword(wanted.password) };
  return inTransaction(async (tx) => {
    await lockTeam(tx, shopId);
    // Read again: another link may have been mailed, or this one withdrawn.
    const invitation = await findInvitation(shopId, hashInvitation(input.token), now, tx);
    if (!invitation) throw overInvitation();
    await deleteInvitation(tx, shopId, email);
    const made = fresh && (await insertStaffAccount(tx, { ...fresh, email, createdAt: now }));
    const account = made ?? (await lockStaffAccountOf(tx, email));
    if (!account)
      throw new ProblemError(
        "conflict",
        "The account with your address was deleted just now, because it belonged to no shop. Make a new one.",
      );
    const { role } = invitation;
    const isMember = (await listStaffOfShop(shopId, tx)).some(({ id }) => id === account.id);
    if (!isMember) await setStaffRole(tx, { shopId, staffId: account.id, role });
    const audit = {
      actor: { type: "staff", name: account.name } as const,
      requestId,
      now,
      address: place.address,
    };
    const entry = { shopId, contractId: null, action: "staff.joined", after: { email, role } } as const;
    await appendActivity(tx, entry, audit);
    if (!made) return null;
    return {
      token: await startSession(tx, { staffId: account.id, shopId }, place, now),
      known: await rememberBrowser(tx, account.id, now),
    };
  });
}

const overInvitation = () =>
  new ProblemError(
    "gone",
    "This invitation has been used or withdrawn, or its three days are over. Ask for a new one.",
  );

function requireNewAccount({ name, password }: JoinInput): { name: string; password: string } {
  const errors: FieldError[] = [];
  if (name === undefined) errors.push({ pointer: "/name", code: "required", detail: "Enter your name." });
  if (password === undefined)
    errors.push({ pointer: "/password", code: "required", detail: "Choose a password." });
  if (name === undefined || password === undefined) throw invalidRequest(errors);
  return { name, password };
}
