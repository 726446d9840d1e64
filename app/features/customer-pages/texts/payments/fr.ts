import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Votre paiement de ${amount} pour la commande du ${date} n’a pas abouti.`,
  act: "Veuillez vérifier votre carte ou en utiliser une autre.",
  bank: "Votre banque vous demande de le confirmer.",
  retry: (date) =>
    `Nous réessaierons le ${date}. Vous pouvez aussi payer maintenant ou utiliser une autre carte.`,
  checking: (amount) => `Nous vérifions votre paiement de ${amount}. Cela peut prendre un instant.`,
  payNow: (amount) => `Payer ${amount} maintenant`,
  another: "Utiliser une autre carte",
  addCard: "Ajouter une carte",
  title: "Paiement",
  intro:
    "Vous saisissez la nouvelle carte sur la page de notre prestataire de paiement et revenez aussitôt. Un paiement en attente est alors tenté immédiatement.",
  also: "Utiliser aussi la nouvelle carte pour",
  away: "Votre absence a duré un moment. Ce que vous avez fait sur la page de paiement a bien été enregistré. Saisissez votre adresse e-mail et nous vous enverrons un lien pour le voir.",
  done: {
    pay_paid: () => "C’est payé. Merci !",
    pay_failed: () => "Le paiement n’a pas abouti.",
    pay_open: () => "Le paiement n’est pas encore confirmé.",
    pay_waiting: () => "Votre paiement est en cours. Nous en saurons plus dans un instant.",
    card_changed: () => "Votre nouvelle carte est enregistrée.",
    card_kept: () => "Rien n’a changé : votre carte reste la même.",
    card_waiting: () =>
      "Nous attendons le prestataire de paiement. Votre nouvelle carte s’affichera ici sous peu.",
    card_paid: () => "Votre nouvelle carte est enregistrée et votre commande est payée. Merci !",
    card_failed: () => "Votre nouvelle carte est enregistrée, mais le paiement n’a pas abouti.",
    card_open: () =>
      "Votre nouvelle carte est enregistrée. Votre banque vous demande de confirmer le paiement.",
  },
});
