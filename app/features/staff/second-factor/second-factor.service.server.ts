import { z } from "zod";
import { requireKeyRing } from "~/access/key-ring.server";
import { seal, unseal } from "~/access/sealed-value.server";
import type { Audit } from "~/features/activity/activity";
import { appendAccountActivity } from "~/features/staff/account-activity.repo.server";
import type { OwnAudit } from "~/features/staff/own-audit";
import { requireOwnPassword, type SignedInPerson } from "~/features/staff/own-password.service.server";
import { listShopsOfStaff } from "~/features/staff/staff.repo.server";
import { forEachNamed } from "~/lib/faults/for-each-named";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { db, type Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes";
import {
  deleteSecondFactor,
  findSecondFactor,
  listSealed,
  lockSecondFactor,
  replaceSealed,
  type SecondFactorRow,
  saveUnconfirmed,
  updateSecondFactor,
} from "./second-factor.repo.server";
import { findStep, newTotpSecret, toTotpUri } from "./totp";

const kept = z.object({ totpSecret: z.string() });

function sealSecret(totpSecret: string): { sealed: string; sealedBy: string } {
  const [first] = requireKeyRing();
  if (!first) throw new Error("the key ring is empty");
  return { sealed: seal({ totpSecret }), sealedBy: first.id };
}

async function openSecret({ sealed }: Pick<SecondFactorRow, "sealed">): Promise<string> {
  const value = kept.safeParse(await unseal(sealed));
  if (!value.success) throw new Error("the key that sealed a second factor is not in PORTAL_TOKEN_KEYS");
  return value.data.totpSecret;
}

const wrongCode = () =>
  invalidRequest([
    { pointer: "/factorCode", code: "invalid_value", detail: "This is not the code that the app shows now." },
  ]);
const onAlready = () => new ProblemError("conflict", "Two-step sign-in is on already.");
const notOn = () => new ProblemError("conflict", "Two-step sign-in is not on.");

/** Data for the account's page; `setUp` while it waits for its first code. */
export async function readSecondFactor(staffId: number, email: string) {
  const row = await findSecondFactor(staffId);
  if (!row) return { isOn: false, codesLeft: 0, setUp: null };
  if (row.confirmedAt) return { isOn: true, codesLeft: row.recoveryHashes.length, setUp: null };
  const secret = await openSecret(row);
  return { isOn: false, codesLeft: 0, setUp: { secret, uri: toTotpUri(secret, email) } };
}

/**
 * Begins the set-up: with a secret that takes effect when its first code has been entered.
 * @throws ProblemError invalid_request for the field `password`, too_many_requests, conflict
 */
export async function beginSecondFactor(
  person: SignedInPerson,
  password: string,
  audit: OwnAudit,
): Promise<void> {
  const { id: staffId } = await requireOwnPassword(person, password, audit);
  const secret = sealSecret(newTotpSecret());
  if (!(await saveUnconfirmed(db, { staffId, ...secret, createdAt: audit.now }))) throw onAlready();
}

/**
 * Checks the first code: from now on signing in needs one.
 *
 * @returns ten recovery codes, shown only this once
 * @throws ProblemError invalid_request for the field `factorCode`, conflict
 */
export function confirmSecondFactor(staffId: number, code: string, audit: OwnAudit): Promise<string[]> {
  return inTransaction(async (tx) => {
    const row = await lockSecondFactor(tx, staffId);
    if (!row) throw notOn();
    if (row.confirmedAt) throw onAlready();
    const step = findStep(await openSecret(row), code, row.lastStep, audit.now);
    if (step === null) throw wrongCode();
    const codes = newRecoveryCodes();
    const recoveryHashes = codes.map(hashRecoveryCode);
    await updateSecondFactor(tx, staffId, { confirmedAt: audit.now, lastStep: step, recoveryHashes });
    await appendAccountActivity(tx, staffId, { action: "account.second_factor_on" }, audit);
    return codes;
  });
}

/** Ten new recovery codes; the earlier ones become invalid. @throws as `turnOffSecondFactor` */
export async function renewRecoveryCodes(
  person: SignedInPerson,
  password: string,
  audit: OwnAudit,
): Promise<string[]> {
  const { id: staffId } = await requireOwnPassword(person, password, audit);
  const codes = newRecoveryCodes();
  await inTransaction(async (tx) => {
    const row = await lockSecondFactor(tx, staffId);
    if (!row?.confirmedAt) throw notOn();
    await updateSecondFactor(tx, staffId, { recoveryHashes: codes.map(hashRecoveryCode) });
    await appendAccountActivity(tx, staffId, { action: "account.recovery_codes_renewed" }, audit);
  });
  return codes;
}

/**
 * Signing in needs only the password again.
 * @throws ProblemError invalid_request for the field `password`, too_many_requests; conflict if one of their shops
 *   requires it
 */
export async function turnOffSecondFactor(
  person: SignedInPerson,
  password: string,
  audit: OwnAudit,
): Promise<void> {
  const { id: staffId } = await requireOwnPassword(person, password, audit);
  await inTransaction(async (tx) => {
    const requiring = (await listShopsOfStaff(staffId, tx)).find((shop) => shop.requiresSecondFactor);
    if (requiring) throw new ProblemError("conflict", `${requiring.name} requires two-step sign-in.`);
    if ((await deleteSecondFactor(tx, staffId)) === 0) throw notOn();
    await appendAccountActivity(tx, staffId, { action: "account.second_factor_off" }, audit);
  });
}

/**
 * Uses up a code when somebody signs in: of their app, or a recovery code. Each works once, even under concurrency.
 *
 * @throws ProblemError invalid_credentials
 */
export async function takeSecondFactor(
  tx: Queryable,
  staffId: number,
  code: string,
  audit: Audit,
): Promise<void> {
  const row = await lockSecondFactor(tx, staffId);
  // Switched off meanwhile: the password was enough.
  if (!row?.confirmedAt) return;
  const digits = code.replaceAll(/\s/g, "");
  const step = /^\d{6}$/.test(digits)
    ? findStep(await openSecret(row), digits, row.lastStep, audit.now)
    : null;
  if (step !== null) return void (await updateSecondFactor(tx, staffId, { lastStep: step }));
  const hash = hashRecoveryCode(code);
  if (!row.recoveryHashes.includes(hash))
    throw new ProblemError(
      "invalid_credentials",
      "The code is not correct, or has been used. Wait for the next one.",
    );
  const recoveryHashes = row.recoveryHashes.filter((each) => each !== hash);
  await updateSecondFactor(tx, staffId, { recoveryHashes });
  const after = { left: recoveryHashes.length };
  await appendAccountActivity(tx, staffId, { action: "account.recovery_code_used", after }, audit);
}

/**
 * Run it after a new key was put first in the key ring: afterwards nothing stored needs the old one.
 * @throws Error at the end, naming staff whose secret no key of the ring opens
 */
export async function resealSecondFactors(): Promise<void> {
  const first = requireKeyRing()[0]?.id;
  const old = (await listSealed()).filter(({ sealedBy }) => sealedBy !== first);
  await forEachNamed(
    old,
    ({ staffId }) => `staff ${staffId}`,
    async ({ staffId, sealed }) => {
      const fresh = sealSecret(await openSecret({ sealed }));
      // Has no effect if it has been set up anew in the meantime.
      await replaceSealed(db, { staffId, sealed }, fresh);
    },
  );
}
