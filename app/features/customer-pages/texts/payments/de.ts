import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Ihre Zahlung von ${amount} für die Bestellung vom ${date} hat nicht geklappt.`,
  act: "Bitte prüfen Sie Ihre Karte oder verwenden Sie eine andere.",
  bank: "Ihre Bank möchte, dass Sie sie bestätigen.",
  retry: (date) =>
    `Wir versuchen es am ${date} noch einmal. Sie können auch jetzt bezahlen oder eine andere Karte verwenden.`,
  checking: (amount) => `Wir prüfen Ihre Zahlung von ${amount}. Das kann einen Moment dauern.`,
  payNow: (amount) => `${amount} jetzt bezahlen`,
  another: "Andere Karte verwenden",
  addCard: "Karte hinzufügen",
  title: "Zahlung",
  intro:
    "Sie geben die neue Karte auf der Seite unseres Zahlungsanbieters ein und kommen gleich zurück. Eine offene Zahlung wird dann sofort versucht.",
  also: "Die neue Karte auch dafür verwenden",
  away: "Sie waren eine Weile fort. Was Sie auf der Zahlungsseite getan haben, ist gespeichert. Geben Sie Ihre E-Mail-Adresse ein, dann senden wir Ihnen einen Link dorthin.",
  done: {
    pay_paid: () => "Bezahlt. Vielen Dank!",
    pay_failed: () => "Die Zahlung hat nicht geklappt.",
    pay_open: () => "Die Zahlung ist noch nicht bestätigt.",
    pay_waiting: () => "Ihre Zahlung ist unterwegs. Gleich wissen wir mehr.",
    card_changed: () => "Ihre neue Karte ist gespeichert.",
    card_kept: () => "Nichts wurde geändert: Ihre Karte ist dieselbe wie vorher.",
    card_waiting: () => "Wir warten auf den Zahlungsanbieter. Ihre neue Karte erscheint hier in Kürze.",
    card_paid: () => "Ihre neue Karte ist gespeichert und Ihre Bestellung bezahlt. Vielen Dank!",
    card_failed: () => "Ihre neue Karte ist gespeichert, aber die Zahlung hat nicht geklappt.",
    card_open: () => "Ihre neue Karte ist gespeichert. Ihre Bank möchte, dass Sie die Zahlung bestätigen.",
  },
});
