import { once } from "~/lib/languages/wording";
import { edits } from "./edits/fr";
import { orders } from "./orders/fr";
import { payments } from "./payments/fr";
import type { PortalTexts } from "./portal-texts";
import { problems } from "./problems/fr";

const UNITS = {
  DAY: ["Tous les jours", "Tous les", "jours"],
  WEEK: ["Toutes les semaines", "Toutes les", "semaines"],
  MONTH: ["Tous les mois", "Tous les", "mois"],
  YEAR: ["Tous les ans", "Tous les", "ans"],
};

export const fr = once(
  (): PortalTexts => ({
    heading: "Vos abonnements",
    defaultHelp: (shop) => `Une question ? ${shop} est là pour vous aider.`,
    skipToContent: "Aller au contenu",
    testGateway: "Paiement de test : aucun argent n’est débité",
    back: "Retour",
    backToList: "Tous les abonnements",
    save: "Enregistrer",
    undo: "Annuler cette action",
    notNow: "Pas maintenant",
    remove: "Retirer",
    add: "Ajouter",
    change: "Modifier",
    optional: "facultatif",
    status: {
      ACTIVE: "Actif",
      PAUSED: "En pause",
      CANCELLED: "Résilié",
      EXPIRED: "Terminé",
      FAILED: "Échec du paiement",
    },
    noOrder: {
      ACTIVE: "Aucune commande n’est encore prévue.",
      PAUSED: "Votre abonnement est en pause. Rien n’est envoyé ni débité jusqu’à sa reprise.",
      CANCELLED: "Votre abonnement est résilié. Il n’y aura plus de commande ni de prélèvement.",
      EXPIRED: "Votre abonnement est terminé. Il n’y aura plus de commande ni de prélèvement.",
      FAILED:
        "Le paiement a échoué : aucune commande n’est prévue. Veuillez vérifier votre moyen de paiement.",
    },
    every: (interval, count, number) => {
      const [one, many, unit] = UNITS[interval];
      return count === 1 ? (one ?? "") : `${many} ${number} ${unit}`;
    },
    quantityOf: (number) => `Quantité : ${number}`,

    list: {
      empty: "Vous n’avez aucun abonnement ici.",
      nextOrder: "Prochaine commande",
      open: "Gérer",
    },
    next: {
      title: "Votre prochaine commande",
      total: "Total",
      delivery: "Livraison",
      free: "Gratuite",
      discount: "Remise",
      shipTo: "Livrée à",
      pickup: "Vous venez la retirer.",
      payment: "Paiement",
      noPayment: "Aucun moyen de paiement enregistré.",
      savedMethod: "Moyen de paiement enregistré",
      cardEnding: (digits) => `se terminant par ${digits}`,
      expires: (month) => `Expire en ${month}`,
      cardExpired: "Cette carte a expiré. Veuillez la mettre à jour avant votre prochaine commande.",
      paymentFailed: "Votre dernier paiement n’a pas abouti.",
      leftOut: "Pas dans cette commande",
      once: "Cette fois seulement",
      deliveredEvery: (frequency) => `Livraison : ${frequency.toLowerCase()}`,
    },
    action: {
      skip: "Sauter cette commande",
      reschedule: "Changer la date",
      pause: "Mettre en pause",
      resume: "Reprendre",
      cancel: "Résilier l’abonnement",
      reactivate: "Reprendre l’abonnement",
      address: "Modifier l’adresse",
      frequency: "Modifier la fréquence",
      quantity: "Modifier la quantité",
      attributes: "Modifier les précisions",
      skip_line: "Laisser de côté la prochaine fois",
      discount_code: "Code de réduction",
      one_time_products: "Ajouter à la prochaine commande",
      payment_update: "Mettre à jour le moyen de paiement",
      order_now: "Commander maintenant",
      payment_method: "Changer de moyen de paiement",
      add_line: "Ajouter un produit à l’abonnement",
      remove_line: "Retirer ce produit",
      swap_line: "Échanger ce produit",
      change_plan: "Changer de formule",
      order_note: "Note sur cette commande",
    },
    manage: "Votre abonnement",
    items: "Ce que vous recevez",
    editLine: "Modifier la quantité ou les précisions",
    putBack: "Remettre",
    later: { title: "Ensuite", skipped: "Sautée", unskip: "Ne plus sauter" },
    ...orders(),
    edits: edits(),
    pages: { previous: "Précédent", next: "Suivant", of: (page, pages) => `Page ${page} sur ${pages}` },

    reschedule: {
      title: "Quand souhaitez-vous votre prochaine commande ?",
      intro: (date) => `Elle est prévue le ${date}. Les suivantes se comptent à partir du nouveau jour.`,
      field: "Nouvelle date",
      hint: "À partir de demain, dans l’année qui vient.",
    },
    address: {
      title: "Où devons-nous livrer ?",
      intro: "Valable dès votre prochaine commande.",
      firstName: "Prénom",
      lastName: "Nom",
      company: "Société",
      address1: "Numéro et rue",
      address2: "Complément d’adresse",
      zip: "Code postal",
      city: "Ville",
      province: "Région, État ou province",
      country: "Pays",
      phone: "Téléphone",
    },
    frequency: {
      title: "À quelle fréquence souhaitez-vous recevoir votre commande ?",
      intro: (now) => `Actuellement : ${now.toLowerCase()}.`,
      legend: "Fréquence",
      other: "Un autre rythme",
      count: "Intervalle",
      unit: "Unité",
      units: { DAY: "jours", WEEK: "semaines", MONTH: "mois", YEAR: "ans" },
    },
    line: {
      quantity: "Quantité",
      quantityHint: "Dès votre prochaine commande.",
      details: "Précisions",
      detailsHint: "Videz un champ pour retirer la précision.",
      addDetail: "Ajouter une précision",
      name: "Nom",
      value: "Valeur",
      skipTitle: "Pas cette fois",
      skipHint: "La prochaine commande viendra sans ce produit. Il reviendra ensuite.",
    },
    discount: {
      title: "Code de réduction",
      apply: "Appliquer",
      percentOff: (percent) => `${percent} de remise`,
      amountOff: (amount) => `${amount} de remise`,
      forOrders: (count, number) => (count === 1 ? "Sur une seule commande" : `Sur ${number} commandes`),
      onSelected: "Sur une sélection de produits",
    },
    oneTime: {
      title: "Ajouter à la prochaine commande",
      intro: (date) => `Ajouté une seule fois, à votre commande du ${date}.`,
      search: "Chercher un produit",
      find: "Chercher",
      none: "Aucun résultat.",
      addOne: (title) => `Ajouter ${title}`,
      added: "Dans votre prochaine commande",
    },
    paying: payments(),
    payment: {
      title: "Mettre à jour votre moyen de paiement",
      intro:
        "Pour votre sécurité, la mise à jour se fait sur une page du prestataire de paiement. Nous vous en envoyons le lien.",
    },
    cancel: {
      title: "Résilier votre abonnement",
      why: "Pourquoi souhaitez-vous résilier ?",
      intro: "Votre réponse nous aide à nous améliorer.",
      continue: "Continuer",
      keep: "Garder mon abonnement",
      confirmTitle: "Résilier cet abonnement ?",
      consequence: "Plus aucune commande ne sera envoyée ni débitée.",
      lastOrder: (date) => `La commande prévue le ${date} ne sera pas envoyée.`,
      afterMore: (count, number) =>
        count === 1
          ? "Vous pourrez résilier après une commande de plus."
          : `Vous pourrez résilier après ${number} commandes de plus.`,
      comment: "Souhaitez-vous nous dire autre chose ?",
      confirm: "Résilier l’abonnement",
      offerTitle: "Avant de partir",
      offer: {
        SKIP: (date) => `Vous pouvez sauter la commande du ${date} et garder votre abonnement.`,
        PAUSE: "Vous pouvez faire une pause : rien n’est envoyé ni débité jusqu’à la reprise.",
        DISCOUNT: (value) => `Restez, et profitez de ${value}.`,
      },
      accept: {
        SKIP: "Sauter cette commande",
        PAUSE: "Faire plutôt une pause",
        DISCOUNT: "Rester avec la remise",
      },
      reasons: {
        too_much: "J’ai plus que ce dont j’ai besoin",
        break: "J’ai besoin d’une pause",
        too_expensive: "C’est trop cher",
        not_right: "Les produits ne me conviennent pas",
        other: "Une autre raison",
      },
    },
    reactivate: {
      title: "Reprendre votre abonnement ?",
      intro: "Les commandes sont envoyées et débitées comme avant, dès la prochaine date possible.",
      confirm: "Reprendre l’abonnement",
    },

    done: {
      skipped: (date) =>
        date ? `Commande sautée. Votre prochaine commande est prévue le ${date}.` : "Commande sautée.",
      unskipped: (date) => `Votre commande du ${date} est maintenue.`,
      rescheduled: (date) => `Votre prochaine commande est désormais prévue le ${date}.`,
      paused: () => "En pause. Rien n’est envoyé ni débité jusqu’à la reprise.",
      resumed: (date) =>
        date
          ? `Bon retour parmi nous. Votre prochaine commande est prévue le ${date}.`
          : "Bon retour parmi nous.",
      cancelled: () => "Votre abonnement est résilié.",
      reactivated: (date) =>
        date ? `C’est reparti. Votre prochaine commande est prévue le ${date}.` : "C’est reparti.",
      address: () => "Votre nouvelle adresse est enregistrée.",
      frequency: (date) =>
        date ? `C’est enregistré. Votre prochaine commande est prévue le ${date}.` : "C’est enregistré.",
      quantity: () => "Quantité modifiée.",
      attributes: () => "Précisions enregistrées.",
      line_skipped: () => "La prochaine commande viendra sans ce produit.",
      line_unskipped: () => "Le produit est de nouveau dans votre prochaine commande.",
      code_applied: () => "Code appliqué.",
      code_removed: () => "Code retiré.",
      product_added: () => "Ajouté à votre prochaine commande.",
      product_removed: () => "Retiré de votre prochaine commande.",
      payment_mail: () => "Votre demande est bien arrivée. Le lien vous parviendra par e-mail.",
      ordered: (date) =>
        date
          ? `Payée. Nous préparons votre commande, la suivante est prévue le ${date}.`
          : "Payée. Nous préparons votre commande.",
      order_declined: () =>
        "Votre paiement n’a pas abouti : rien n’est envoyé pour l’instant. Veuillez vérifier votre moyen de paiement.",
      order_asks_bank: () =>
        "Votre banque souhaite que vous confirmiez le paiement. Veuillez le confirmer auprès d’elle.",
      order_under_way: () =>
        "Votre paiement est en cours. Cela peut prendre quelques minutes ; inutile de commander à nouveau.",
      ...payments().done,
      ...edits().done,
    },
    ...problems(),
  }),
);
