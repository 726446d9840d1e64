import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Past orders",
    all: "All past orders",
    none: "There are no past orders yet.",
    paid: "Paid",
    failed: "Payment failed",
    skipped: "Skipped",
    number: "Order",
    underWay: "Payment in progress",
    asksBank: "Waiting for your bank",
    notSent: "Not sent",
    refunded: "Refunded",
    partRefunded: (amount) => `${amount} refunded`,
  },
  receipt: {
    title: "Receipt",
    paidOn: "Paid on",
    soldBy: "Sold by",
    subtotal: "Subtotal",
    refund: "Refunded",
    left: "After refunds",
    tax: "Prices include any applicable tax.",
    deliveries: (number) => `${number} deliveries, paid in advance`,
  },
  orderNow: {
    title: "Get your next order now?",
    intro: (date) => `It’s scheduled for ${date}.`,
    consequence: "We take the payment now and prepare your order. Later orders follow from today.",
    confirm: (total) => `Order now for ${total}`,
  },
});
