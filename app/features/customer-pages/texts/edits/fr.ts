import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Chaque commande",
  before: "Jusqu’ici",
  after: "Désormais",
  perOrder: (amount) => `${amount} par commande`,
  choose: "Choisir",
  swap: {
    title: "Que souhaitez-vous à la place ?",
    none: "Il n’y a rien à échanger pour le moment.",
    confirm: "Échanger",
  },
  add: {
    intro: "Il arrive avec chaque commande, jusqu’à ce que vous le retiriez.",
    inEach: "Dans votre abonnement",
  },
  remove: {
    title: "Retirer ce produit ?",
    intro: "Il ne viendra plus avec vos commandes.",
  },
  plan: {
    title: "Quelle formule vous convient ?",
    legend: "Formule",
    none: "Il n’y a pas d’autre formule pour vos produits.",
  },
  method: { title: "Payer avec un autre moyen enregistré", use: "Utiliser celui-ci" },
  note: {
    title: "Une note pour votre prochaine commande",
    hint: "Pour cette commande seulement. Videz le champ pour la supprimer.",
    field: "Votre note",
  },
  pause: {
    action: "Pause jusqu’à une date",
    title: "Jusqu’à quand voulez-vous faire une pause ?",
    intro: (date) => `Votre prochaine commande est prévue le ${date}.`,
    field: "Reprendre à partir du",
    hint: "Rien n’est envoyé ni débité avant ce jour.",
  },
  gone: "Ce choix n’est plus disponible.",
  done: {
    line_swapped: () => "Produit échangé.",
    line_added: () => "Ajouté à votre abonnement.",
    line_removed: () => "Retiré de votre abonnement.",
    plan_changed: () => "Votre formule a changé.",
    method_changed: () => "Votre moyen de paiement a changé.",
    note_saved: () => "Votre note est enregistrée.",
    paused_until: () => "En pause. Rien n’est envoyé ni débité avant le jour choisi.",
  },
});
