import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const fr = once(
  (): ReferralTexts => ({
    headline: (shop) => `Un cadeau pour débuter chez ${shop}`,
    offer: (value, shop) => `Profitez de ${value} sur votre premier abonnement chez ${shop}.`,
    share: (value, shop) => `J’aime mon abonnement chez ${shop}. Avec mon lien, tu profites de ${value} :`,
    landing: {
      from: (name) => `${name} vous invite`,
      email: "Votre adresse e-mail",
      submit: "Obtenir mon code",
      terms: "Le code est valable une fois, avec cette adresse e-mail, sur votre premier abonnement.",
      until: (date) => `À utiliser jusqu’au ${date}.`,
      doneTitle: "Voici votre code",
      code: "Votre code",
      done: "Souscrivez votre premier abonnement avec la même adresse e-mail, puis saisissez le code sur la page où vous le gérez. Il est valable dès votre prochaine commande.",
      mailed: "Nous vous l’avons aussi envoyé par e-mail.",
      mailedTitle: "Consultez votre boîte de réception",
      mailedText:
        "Si cette offre est valable pour votre adresse e-mail, votre code vous y est envoyé. Cela peut prendre quelques minutes ; pensez aussi à regarder dans vos courriers indésirables.",
      toShop: "Aller à la boutique",
      closedTitle: "Cette offre n’est pas disponible",
      refused: {
        unknown_token:
          "Ce lien est incomplet ou n’est plus valable. Demandez-en un nouveau à la personne qui vous l’a envoyé.",
        programme_inactive: "Cette offre n’est pas disponible en ce moment.",
        not_eligible: "Cette offre ne peut pas être utilisée avec cette adresse e-mail.",
        invalid_email: "Veuillez saisir une adresse e-mail, par exemple nom@example.com.",
        too_many: "Trop de tentatives. Veuillez réessayer plus tard.",
        fault: "Un problème est survenu. Veuillez réessayer dans un instant.",
      },
    },
    portal: {
      title: "Inviter des amis",
      lead: (friend, own) =>
        `Pour vos amis : ${friend}. Pour vous : ${own}, dès que leur première commande est payée.`,
      link: "Votre lien",
      message: "Texte à transmettre",
      byMail: "E-mail",
      bySms: "SMS",
      qr: "Code QR de votre lien",
      invite: {
        title: "Qui voulez-vous inviter ?",
        email: "Adresse e-mail de cette personne",
        hint: "Nous n’envoyons rien nous-mêmes : nous préparons un e-mail avec votre lien, que vous envoyez depuis votre propre messagerie.",
        submit: "Préparer l’e-mail",
        ready: "L’e-mail d’invitation est prêt.",
        open: "L’ouvrir et l’envoyer",
      },
      friends: "Vos amis",
      none: "Personne n’a encore utilisé votre lien.",
      status: {
        INVITED: "Invitation envoyée",
        ACCEPTED: "A reçu le code",
        CODE_USED: "A utilisé le code",
        REWARDED: "Récompense reçue",
        REFUSED: "Non compté",
      },
      reward: "Votre code",
      rewardGone: "N’est plus valable",
      rewardedNext: "Sur votre prochaine commande",
      rewardTitle: "Récompense de parrainage",
      entry: "Inviter des amis",
    },
    mail: {
      welcomeSubject: (shop) => `Votre code pour ${shop}`,
      welcomeText: (value, shop) => `Voici votre code : ${value} sur votre premier abonnement chez ${shop}.`,
      rewardSubject: (shop) => `Merci de recommander ${shop}`,
      rewardText: (value) => `Quelqu’un a utilisé votre lien. Vous bénéficiez de ${value} sur une commande.`,
      rewardNext: (value) =>
        `Quelqu’un a utilisé votre lien. Vous bénéficiez de ${value} sur votre prochaine commande.`,
      codeIs: (code) => `Votre code : ${code}`,
    },
  }),
);
