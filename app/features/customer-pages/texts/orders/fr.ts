import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Commandes passées",
    all: "Toutes les commandes passées",
    none: "Il n’y a pas encore de commande passée.",
    paid: "Payée",
    failed: "Échec du paiement",
    skipped: "Sautée",
    number: "Commande",
    underWay: "Paiement en cours",
    asksBank: "En attente de votre banque",
    notSent: "Non envoyée",
    refunded: "Remboursée",
    partRefunded: (amount) => `${amount} remboursés`,
  },
  receipt: {
    title: "Reçu",
    paidOn: "Payée le",
    soldBy: "Vendu par",
    subtotal: "Sous-total",
    refund: "Remboursé",
    left: "Après remboursement",
    tax: "Les prix comprennent les taxes applicables.",
    deliveries: (number) => `${number} livraisons, payées d’avance`,
  },
  orderNow: {
    title: "Recevoir votre prochaine commande dès maintenant ?",
    intro: (date) => `Elle est prévue pour le ${date}.`,
    consequence:
      "Le paiement est effectué maintenant et la commande préparée. Les suivantes comptent à partir d’aujourd’hui.",
    confirm: (total) => `Commander maintenant pour ${total}`,
  },
});
