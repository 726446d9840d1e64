import { type AttemptStatus, UNDECIDED_STATUSES, UNPAID_STATUSES } from "~db/schema/attempt-enums";

type Order = { status: AttemptStatus };

/** Whether its payment has failed, or the customer has to confirm it. */
export const isUnpaid = ({ status }: Order): boolean => UNPAID_STATUSES.some((unpaid) => unpaid === status);

/** Whether it was sent to the gateway, which has not decided yet. */
export const isUndecided = ({ status }: Order): boolean => UNDECIDED_STATUSES.some((open) => open === status);
