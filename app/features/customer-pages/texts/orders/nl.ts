import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Eerdere bestellingen",
    all: "Alle eerdere bestellingen",
    none: "Er zijn nog geen eerdere bestellingen.",
    paid: "Betaald",
    failed: "Betaling mislukt",
    skipped: "Overgeslagen",
    number: "Bestelling",
    underWay: "Betaling wordt verwerkt",
    asksBank: "Wacht op je bank",
    notSent: "Niet verstuurd",
    refunded: "Terugbetaald",
    partRefunded: (amount) => `${amount} terugbetaald`,
  },
  receipt: {
    title: "Bon",
    paidOn: "Betaald op",
    soldBy: "Verkocht door",
    subtotal: "Subtotaal",
    refund: "Terugbetaald",
    left: "Na terugbetaling",
    tax: "Prijzen zijn inclusief eventuele btw.",
    deliveries: (number) => `${number} bezorgingen, vooraf betaald`,
  },
  orderNow: {
    title: "Wil je je volgende bestelling nu?",
    intro: (date) => `Gepland op ${date}.`,
    consequence: "We incasseren nu en maken je bestelling klaar. Latere bestellingen volgen vanaf vandaag.",
    confirm: (total) => `Nu bestellen voor ${total}`,
  },
});
