import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Elke bestelling",
  before: "Tot nu toe",
  after: "Vanaf nu",
  perOrder: (amount) => `${amount} per bestelling`,
  choose: "Kiezen",
  swap: {
    title: "Wat wil je in plaats daarvan?",
    none: "Er is nu niets om het voor om te ruilen.",
    confirm: "Omruilen",
  },
  add: {
    intro: "Het komt met elke bestelling mee tot je het verwijdert.",
    inEach: "In je abonnement",
  },
  remove: {
    title: "Dit product verwijderen?",
    intro: "Het komt met geen enkele bestelling meer mee.",
  },
  plan: {
    title: "Welke abonnementsvorm past bij je?",
    legend: "Abonnementsvorm",
    none: "Er is geen andere abonnementsvorm voor je producten.",
  },
  method: { title: "Betalen met een andere opgeslagen methode", use: "Deze gebruiken" },
  note: {
    title: "Een opmerking bij je volgende bestelling",
    hint: "Alleen voor deze bestelling. Maak het veld leeg om de opmerking te verwijderen.",
    field: "Opmerking",
  },
  pause: {
    action: "Pauzeren tot een datum",
    title: "Tot wanneer wil je pauzeren?",
    intro: (date) => `Je volgende bestelling staat gepland op ${date}.`,
    field: "Bestellingen mogen weer komen vanaf",
    hint: "Vóór die dag sturen en incasseren we niets.",
  },
  gone: "Deze keuze is niet meer beschikbaar.",
  done: {
    line_swapped: () => "Omgeruild.",
    line_added: () => "Toegevoegd aan je abonnement.",
    line_removed: () => "Verwijderd uit je abonnement.",
    plan_changed: () => "Je abonnementsvorm is gewijzigd.",
    method_changed: () => "Je betaalmethode is gewijzigd.",
    note_saved: () => "Je opmerking is opgeslagen.",
    paused_until: () => "Gepauzeerd. Vóór de gekozen dag sturen en incasseren we niets.",
  },
});
