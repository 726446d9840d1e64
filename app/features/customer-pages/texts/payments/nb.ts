import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Betalingen på ${amount} for bestillingen den ${date} gikk ikke gjennom.`,
  act: "Sjekk kortet ditt, eller bruk et annet.",
  bank: "Banken vil at du bekrefter den.",
  retry: (date) => `Vi prøver igjen ${date}. Du kan også betale nå eller bruke et annet kort.`,
  checking: (amount) => `Vi kontrollerer betalingen på ${amount}. Det kan ta et øyeblikk.`,
  payNow: (amount) => `Betal ${amount} nå`,
  another: "Bruk et annet kort",
  addCard: "Legg til et kort",
  title: "Betaling",
  intro:
    "Du legger inn det nye kortet på betalingsleverandørens side og kommer rett tilbake. En utestående betaling prøves da med en gang.",
  also: "Bruk det nye kortet også for disse",
  away: "Du var borte en stund. Det du gjorde på betalingssiden, har kommet frem. Skriv inn e-postadressen din, så sender vi deg en lenke dit.",
  done: {
    pay_paid: () => "Betalt. Tusen takk!",
    pay_failed: () => "Betalingen gikk ikke gjennom.",
    pay_open: () => "Betalingen er ikke bekreftet ennå.",
    pay_waiting: () => "Betalingen er på vei. Vi vet det straks.",
    card_changed: () => "Det nye kortet er lagret.",
    card_kept: () => "Ingenting er endret: kortet er det samme som før.",
    card_waiting: () => "Vi venter på betalingsleverandøren. Det nye kortet vises her om litt.",
    card_paid: () => "Det nye kortet er lagret, og bestillingen er betalt. Tusen takk!",
    card_failed: () => "Det nye kortet er lagret, men betalingen gikk ikke gjennom.",
    card_open: () => "Det nye kortet er lagret. Banken vil at du bekrefter betalingen.",
  },
});
