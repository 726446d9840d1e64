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
    notSent: "Nicht geliefert",
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
    title: "Die nächste Lieferung schon jetzt?",
    intro: (date) => `Geplant ist sie für den ${date}.`,
    consequence: "Wir buchen jetzt ab und liefern. Die folgenden Lieferungen zählen ab heute.",
    confirm: (total) => `Jetzt für ${total} bestellen`,
  },
});
