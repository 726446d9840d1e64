import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Your payment of ${amount} for the order of ${date} did not go through.`,
  act: "Please check your card, or use another one.",
  bank: "Your bank wants you to confirm it.",
  retry: (date) => `We’ll try again on ${date}. You can also pay now, or use another card.`,
  checking: (amount) => `We’re checking your payment of ${amount}. This can take a moment.`,
  payNow: (amount) => `Pay ${amount} now`,
  another: "Use another card",
  addCard: "Add a card",
  title: "Payment",
  intro:
    "You enter the new card on our payment provider’s page and come straight back. An open payment is then tried at once.",
  also: "Use the new card for these as well",
  away: "You were away for a while. What you did on the payment page has arrived. Enter your e-mail address, and we’ll send you a link to see it.",
  done: {
    pay_paid: () => "Paid. Thank you!",
    pay_failed: () => "The payment did not go through.",
    pay_open: () => "The payment is not confirmed yet.",
    pay_waiting: () => "Your payment is on its way. We’ll know in a moment.",
    card_changed: () => "Your new card is saved.",
    card_kept: () => "Nothing was changed: your card is the same as before.",
    card_waiting: () => "We’re waiting for the payment provider. Your new card will appear here shortly.",
    card_paid: () => "Your new card is saved, and your order is paid. Thank you!",
    card_failed: () => "Your new card is saved, but the payment did not go through.",
    card_open: () => "Your new card is saved. Your bank wants you to confirm the payment.",
  },
});
