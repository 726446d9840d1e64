import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Din betalning på ${amount} för beställningen den ${date} gick inte igenom.`,
  act: "Kontrollera ditt kort eller använd ett annat.",
  bank: "Din bank vill att du bekräftar den.",
  retry: (date) => `Vi försöker igen ${date}. Du kan också betala nu eller använda ett annat kort.`,
  checking: (amount) => `Vi kontrollerar din betalning på ${amount}. Det kan ta en stund.`,
  payNow: (amount) => `Betala ${amount} nu`,
  another: "Använd ett annat kort",
  addCard: "Lägg till ett kort",
  title: "Betalning",
  intro:
    "Du anger det nya kortet på vår betalleverantörs sida och kommer direkt tillbaka. Om en betalning är utestående försöker vi dra den direkt.",
  also: "Använd det nya kortet även för dessa",
  away: "Du var borta en stund. Det du gjorde på betalsidan har kommit fram. Ange din e-postadress så skickar vi en länk dit.",
  done: {
    pay_paid: () => "Betalt. Tack!",
    pay_failed: () => "Betalningen gick inte igenom.",
    pay_open: () => "Betalningen är inte bekräftad ännu.",
    pay_waiting: () => "Din betalning är på väg. Vi vet strax.",
    card_changed: () => "Ditt nya kort är sparat.",
    card_kept: () => "Inget har ändrats: ditt kort är detsamma som förut.",
    card_waiting: () => "Vi väntar på betalleverantören. Ditt nya kort visas här strax.",
    card_paid: () => "Ditt nya kort är sparat och din beställning är betald. Tack!",
    card_failed: () => "Ditt nya kort är sparat, men betalningen gick inte igenom.",
    card_open: () => "Ditt nya kort är sparat. Din bank vill att du bekräftar betalningen.",
  },
});
