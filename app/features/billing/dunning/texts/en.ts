import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const en = once(
  (): FailureTexts => ({
    subject: (shop) => `Your payment to ${shop} did not go through`,
    endedSubject: (shop) => `Your order with ${shop} could not be paid`,
    act: "Please check your payment method, or choose another one. Your order is made as soon as it is paid.",
    retry: (day) =>
      `We will try again on ${day}. You can check your payment method, or choose another one, before then.`,
    blocked: "Please choose another payment method. Your order is made as soon as it is paid.",
    paused: "Your subscription is paused for now. You can resume it whenever you like.",
    cancelled: "Your subscription has therefore been cancelled.",
    skipped: "This order has been skipped. Your subscription goes on with the next one.",
    stopped: "Your subscription has stopped. Choose another payment method to take it up again.",
  }),
);
