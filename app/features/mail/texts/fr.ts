import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const fr = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
    footer: (shop) => `Vous recevez cet e-mail en raison de votre abonnement chez ${shop}.`,
    orCopy: "Ou copiez cette adresse dans votre navigateur :",
    portalLink: {
      button: "Ouvrir mes abonnements",
      goodUntil: (until) => `Ce lien est valable jusqu’au ${until}.`,
      once: "Il ne s’ouvre qu’une fois.",
      notYou: "Vous ne l’avez pas demandé ? Vous n’avez rien à faire. Merci de ne pas transmettre ce lien.",
    },
    paymentAsked: {
      subject: (shop) => `Votre moyen de paiement chez ${shop}`,
      heading: "Nous avons bien reçu votre demande",
      text: (shop) =>
        `Vous souhaitez modifier votre moyen de paiement. Nous avons prévenu ${shop}, qui vous enverra un lien du prestataire de paiement.`,
      notYou: (shop) => `Vous ne l’avez pas demandé ? Merci de contacter ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Votre moyen de paiement chez ${shop}`,
      heading: "Veuillez mettre à jour votre moyen de paiement",
      text: (shop) =>
        `${shop} vous demande une autre carte pour votre abonnement, afin que vos prochaines commandes puissent être payées.`,
      button: "Utiliser une autre carte",
    },
    paymentWanted: {
      subject: (customer) => `${customer} souhaite modifier son moyen de paiement`,
      heading: "Une demande de modification du moyen de paiement",
      text: (customer, contract) =>
        `${customer} demande un lien pour modifier le moyen de paiement du contrat ${contract}. Merci de l’envoyer depuis la plateforme de commerce.`,
    },
  }),
);
