import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const en = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Hello ${name},` : "Hello,"),
    footer: (shop) => `You’re receiving this e-mail because of your subscription with ${shop}.`,
    orCopy: "Or copy this address into your browser:",
    portalLink: {
      button: "Open my subscriptions",
      goodUntil: (until) => `The link works until ${until}.`,
      once: "It can be opened once.",
      notYou: "Didn’t ask for this? You can ignore this e-mail. Please don’t share the link.",
    },
    paymentAsked: {
      subject: (shop) => `Your payment method with ${shop}`,
      heading: "We’ve received your request",
      text: (shop) =>
        `You asked to update your payment method. We’ve told ${shop}, who will send you a link from the payment provider.`,
      notYou: (shop) => `Didn’t ask for this? Please contact ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Your payment method with ${shop}`,
      heading: "Please update your payment method",
      text: (shop) =>
        `${shop} asks you for another card for your subscription, so that your next orders can be paid.`,
      button: "Use another card",
    },
    paymentWanted: {
      subject: (customer) => `${customer} would like to update their payment method`,
      heading: "A customer would like to update their payment method",
      text: (customer, contract) =>
        `${customer} has asked for a link to update the payment method of contract ${contract}. Please send it from the commerce platform.`,
    },
  }),
);
