import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Je betaling van ${amount} voor de bestelling van ${date} is niet gelukt.`,
  act: "Controleer je kaart of gebruik een andere.",
  bank: "Je bank wil dat je de betaling bevestigt.",
  retry: (date) =>
    `We proberen het opnieuw op ${date}. Je kunt ook nu betalen of een andere kaart gebruiken.`,
  checking: (amount) => `We controleren je betaling van ${amount}. Dit kan even duren.`,
  payNow: (amount) => `Nu ${amount} betalen`,
  another: "Andere kaart gebruiken",
  addCard: "Kaart toevoegen",
  title: "Betaling",
  intro:
    "Je vult de nieuwe kaart in op de pagina van onze betaalprovider en komt meteen terug. Een openstaande betaling proberen we dan direct.",
  also: "De nieuwe kaart ook hiervoor gebruiken",
  away: "Je was een tijdje weg. Wat je op de betaalpagina hebt gedaan, is opgeslagen. Vul je e-mailadres in en we sturen je een link om het te bekijken.",
  done: {
    pay_paid: () => "Betaald. Bedankt!",
    pay_failed: () => "De betaling is niet gelukt.",
    pay_open: () => "De betaling is nog niet bevestigd.",
    pay_waiting: () => "Je betaling is onderweg. We weten het zo.",
    card_changed: () => "Je nieuwe kaart is opgeslagen.",
    card_kept: () => "Er is niets gewijzigd: je kaart is dezelfde als eerst.",
    card_waiting: () => "We wachten op de betaalprovider. Je nieuwe kaart verschijnt hier zo.",
    card_paid: () => "Je nieuwe kaart is opgeslagen en je bestelling is betaald. Bedankt!",
    card_failed: () => "Je nieuwe kaart is opgeslagen, maar de betaling is niet gelukt.",
    card_open: () => "Je nieuwe kaart is opgeslagen. Je bank wil dat je de betaling bevestigt.",
  },
});
