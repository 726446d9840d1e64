import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Tidigare beställningar",
    all: "Alla tidigare beställningar",
    none: "Det finns inga tidigare beställningar ännu.",
    paid: "Betald",
    failed: "Betalningen misslyckades",
    skipped: "Överhoppad",
    number: "Beställning",
    underWay: "Betalning pågår",
    asksBank: "Väntar på din bank",
    notSent: "Inte skickad",
    refunded: "Återbetald",
    partRefunded: (amount) => `${amount} återbetalat`,
  },
  receipt: {
    title: "Kvitto",
    paidOn: "Betald den",
    soldBy: "Såld av",
    subtotal: "Delsumma",
    refund: "Återbetalat",
    left: "Efter återbetalning",
    tax: "Priserna inkluderar eventuell moms.",
    deliveries: (number) => `${number} leveranser, betalda i förskott`,
  },
  orderNow: {
    title: "Vill du ha nästa beställning nu?",
    intro: (date) => `Planerad till ${date}.`,
    consequence:
      "Vi tar betalt nu och gör i ordning din beställning. Senare beställningar räknas från i dag.",
    confirm: (total) => `Beställ nu för ${total}`,
  },
});
