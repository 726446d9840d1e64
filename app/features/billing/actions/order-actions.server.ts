import { billOrder } from "~/features/billing/actions/bill-now.endpoints.server";
import { orderGivenUp } from "~/features/billing/actions/give-up.server";
import { gatewayLook } from "~/features/billing/actions/look-again.server";
import { paidMark } from "~/features/billing/actions/mark-paid.server";
import { orderRefund } from "~/features/billing/actions/refund.endpoints.server";
import { mailResending } from "~/features/billing/actions/resend-mail.server";

/** All actions on an order, the likeliest first: the order page has their buttons in this order. */
export const orderActions = [billOrder, gatewayLook, paidMark, mailResending, orderGivenUp, orderRefund];
