import { endOtherSessions, endSession } from "~/access/sessions.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendAccountActivity } from "~/features/staff/account-activity.repo.server";
import type { RealTime } from "~/lib/clocks";
import { notFound } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** Ends one of a person's sessions. @throws ProblemError not_found, the same for somebody else's */
export const endOwnSession = (staffId: number, id: string, audit: Audit<RealTime>): Promise<void> =>
  inTransaction(async (tx) => {
    const count = await endSession(tx, staffId, id, audit.now);
    if (count === 0) throw notFound("This session is over already.");
    await noteEnded(tx, staffId, count, audit);
  });

/** Ends all sessions of a person but the one they are in. */
export const endOwnOtherSessions = (staffId: number, keptId: string, audit: Audit<RealTime>): Promise<void> =>
  inTransaction(async (tx) => {
    const count = await endOtherSessions(tx, { staffId, keptId }, audit.now);
    if (count > 0) await noteEnded(tx, staffId, count, audit);
  });

const noteEnded = (tx: Queryable, staffId: number, count: number, audit: Audit<RealTime>) =>
  appendAccountActivity(tx, staffId, { action: "account.sessions_ended", after: { count } }, audit);
