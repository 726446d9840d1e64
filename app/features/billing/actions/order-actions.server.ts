import { billOrder } from "./bill-now.endpoints.server";
import { orderGivenUp } from "./give-up.server";
import { gatewayLook } from "./look-again.server";
import { paidMark } from "./mark-paid.server";
import { orderRefund } from "./refund.endpoints.server";
import { mailResending } from "./resend-mail.server";

/** All actions on an order, the likeliest first: the order page has their buttons in this order. */
export const orderActions = [billOrder, gatewayLook, paidMark, mailResending, orderGivenUp, orderRefund];
