import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Tidligere bestillinger",
    all: "Alle tidligere bestillinger",
    none: "Der er endnu ingen tidligere bestillinger.",
    paid: "Betalt",
    failed: "Betaling mislykkedes",
    skipped: "Sprunget over",
    number: "Bestilling",
    underWay: "Betaling i gang",
    asksBank: "Venter på din bank",
    notSent: "Ikke sendt",
    refunded: "Refunderet",
    partRefunded: (amount) => `${amount} refunderet`,
  },
  receipt: {
    title: "Kvittering",
    paidOn: "Betalt den",
    soldBy: "Solgt af",
    subtotal: "Delsum",
    refund: "Refunderet",
    left: "Efter refusion",
    tax: "Priserne er inkl. eventuel moms.",
    deliveries: (number) => `${number} leveringer, betalt forud`,
  },
  orderNow: {
    title: "Vil du have din næste bestilling nu?",
    intro: (date) => `Planlagt til ${date}.`,
    consequence: "Vi trækker betalingen nu og gør din bestilling klar. Senere bestillinger følger fra i dag.",
    confirm: (total) => `Bestil nu for ${total}`,
  },
});
