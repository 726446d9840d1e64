import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Din betaling på ${amount} for bestillingen den ${date} gik ikke igennem.`,
  act: "Tjek dit kort, eller brug et andet.",
  bank: "Din bank vil have dig til at bekræfte den.",
  retry: (date) => `Vi prøver igen ${date}. Du kan også betale nu eller bruge et andet kort.`,
  checking: (amount) => `Vi kontrollerer din betaling på ${amount}. Det kan tage et øjeblik.`,
  payNow: (amount) => `Betal ${amount} nu`,
  another: "Brug et andet kort",
  addCard: "Tilføj et kort",
  title: "Betaling",
  intro:
    "Du indtaster det nye kort på vores betalingsudbyders side og kommer straks tilbage. En udestående betaling forsøges da igen med det samme.",
  also: "Brug også det nye kort til disse",
  away: "Du var væk et stykke tid. Det, du gjorde på betalingssiden, er nået frem. Indtast din e-mailadresse, så sender vi dig et link til det.",
  done: {
    pay_paid: () => "Betalt. Mange tak!",
    pay_failed: () => "Betalingen gik ikke igennem.",
    pay_open: () => "Betalingen er ikke bekræftet endnu.",
    pay_waiting: () => "Din betaling er på vej. Vi ved det om et øjeblik.",
    card_changed: () => "Dit nye kort er gemt.",
    card_kept: () => "Intet er ændret: dit kort er det samme som før.",
    card_waiting: () => "Vi venter på betalingsudbyderen. Dit nye kort vises her om lidt.",
    card_paid: () => "Dit nye kort er gemt, og din bestilling er betalt. Mange tak!",
    card_failed: () => "Dit nye kort er gemt, men betalingen gik ikke igennem.",
    card_open: () => "Dit nye kort er gemt. Din bank vil have dig til at bekræfte betalingen.",
  },
});
