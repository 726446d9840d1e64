import { randomInt } from "node:crypto";

/** Higher than the platform's ids, so that its ids and ours never meet, and still exact as a JavaScript number. */
const FIRST_OWN_ID = 8_000_000_000_000_000;

/** An id for a selling plan or group that is created here. */
export const newPlanId = (): number => FIRST_OWN_ID + randomInt(2 ** 48 - 1);
