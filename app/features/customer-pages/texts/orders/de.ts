import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Frühere Bestellungen",
    all: "Alle früheren Bestellungen",
    none: "Es gibt noch keine früheren Bestellungen.",
    paid: "Bezahlt",
    failed: "Zahlung fehlgeschlagen",
    skipped: "Ausgesetzt",
    number: "Bestellung",
    underWay: "Zahlung läuft",
    asksBank: "Wartet auf Ihre Bank",
    notSent: "Nicht versandt",
    refunded: "Erstattet",
    partRefunded: (amount) => `${amount} erstattet`,
  },
  receipt: {
    title: "Beleg",
    paidOn: "Bezahlt am",
    soldBy: "Verkauft von",
    subtotal: "Zwischensumme",
    refund: "Erstattet",
    left: "Nach Erstattung",
    tax: "Die Preise enthalten die anfallende Steuer.",
    deliveries: (number) => `${number} Lieferungen, im Voraus bezahlt`,
  },
  orderNow: {
    title: "Die nächste Bestellung schon jetzt?",
    intro: (date) => `Geplant ist sie für ${date}.`,
    consequence:
      "Wir buchen jetzt ab und bereiten Ihre Bestellung vor. Spätere Bestellungen folgen ab heute.",
    confirm: (total) => `Jetzt für ${total} bestellen`,
  },
});
