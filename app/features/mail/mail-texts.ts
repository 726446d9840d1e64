import type { PortalLanguage } from "~db/schema/portal-settings";

/** Texts of mails in one language. A text that is missing in any language does not compile. */
export type MailTexts = {
  /** Above the text; `name` may be empty. */
  greeting(name: string): string;
  /** Below the text. */
  footer(shop: string): string;
  /** Before the button's address in plain text, for mail programs without buttons. */
  orCopy: string;
  portalLink: {
    subject(shop: string): string;
    heading: string;
    intro(shop: string): string;
    button: string;
    /** `until` is a formatted instant. */
    goodUntil(until: string): string;
    once: string;
    notYou: string;
  };
  /** To the customer who asked. */
  paymentAsked: {
    subject(shop: string): string;
    heading: string;
    text(shop: string): string;
    /** Must not suggest a reply: nobody reads the sender's inbox, unless the operator has set a reply address. */
    notYou(shop: string): string;
  };
  /** To the customer whom the shop asks. */
  cardAsked: {
    subject(shop: string): string;
    heading: string;
    text(shop: string): string;
    button: string;
  };
  /** To the shop's owners. */
  paymentWanted: {
    subject(customer: string): string;
    heading: string;
    text(customer: string, contract: string): string;
  };
};

const en: MailTexts = {
  greeting: (name) => (name ? `Hello ${name},` : "Hello,"),
  footer: (shop) => `You’re receiving this e-mail because of your subscription with ${shop}.`,
  orCopy: "Or copy this address into your browser:",
  portalLink: {
    subject: (shop) => `Your link to ${shop}`,
    heading: "Manage your subscriptions",
    intro: (shop) => `Use this link to view and manage your subscriptions with ${shop}. No password needed.`,
    button: "Open my subscriptions",
    goodUntil: (until) => `It works until ${until}.`,
    once: "It can be opened once.",
    notYou: "Didn’t ask for this? You can ignore this e-mail. Please don’t share the link.",
  },
  paymentAsked: {
    subject: (shop) => `Your payment method with ${shop}`,
    heading: "We’ve received your request",
    text: (shop) =>
      `You asked to update your payment method. We’ve told ${shop}, who will send you a link from the payment provider.`,
    notYou: (shop) => `Didn’t ask for this? Please contact ${shop}.`,
  },
  cardAsked: {
    subject: (shop) => `Your payment method with ${shop}`,
    heading: "Please update your payment method",
    text: (shop) =>
      `${shop} asks you for another card for your subscription, so that your next orders can be paid.`,
    button: "Use another card",
  },
  paymentWanted: {
    subject: (customer) => `${customer} would like to update their payment method`,
    heading: "A customer would like to update their payment method",
    text: (customer, contract) =>
      `${customer} has asked for a link to update the payment method of contract ${contract}. Please send it from the commerce platform.`,
  },
};

const de: MailTexts = {
  greeting: (name) => (name ? `Guten Tag ${name},` : "Guten Tag,"),
  footer: (shop) => `Sie erhalten diese Mail wegen Ihres Abonnements bei ${shop}.`,
  orCopy: "Oder kopieren Sie diese Adresse in Ihren Browser:",
  portalLink: {
    subject: (shop) => `Ihr Link zu ${shop}`,
    heading: "Ihre Abonnements verwalten",
    intro: (shop) =>
      `Mit diesem Link sehen und ändern Sie Ihre Abonnements bei ${shop}. Sie brauchen kein Passwort.`,
    button: "Meine Abonnements öffnen",
    goodUntil: (until) => `Er gilt bis ${until}.`,
    once: "Er öffnet sich einmal.",
    notYou:
      "Sie haben ihn nicht angefordert? Dann brauchen Sie nichts zu tun. Bitte geben Sie den Link nicht weiter.",
  },
  paymentAsked: {
    subject: (shop) => `Ihre Zahlungsart bei ${shop}`,
    heading: "Ihr Wunsch ist angekommen",
    text: (shop) =>
      `Sie möchten Ihre Zahlungsart ändern. ${shop} weiß Bescheid und schickt Ihnen einen Link des Zahlungsanbieters.`,
    notYou: (shop) => `Sie haben das nicht angefordert? Dann wenden Sie sich bitte an ${shop}.`,
  },
  cardAsked: {
    subject: (shop) => `Ihre Zahlungsart bei ${shop}`,
    heading: "Bitte erneuern Sie Ihre Zahlungsart",
    text: (shop) =>
      `${shop} bittet Sie um eine andere Karte für Ihr Abonnement, damit Ihre nächsten Bestellungen bezahlt werden können.`,
    button: "Andere Karte verwenden",
  },
  paymentWanted: {
    subject: (customer) => `${customer} möchte die Zahlungsart ändern`,
    heading: "Jemand möchte die Zahlungsart ändern",
    text: (customer, contract) =>
      `${customer} bittet um einen Link, um die Zahlungsart von Vertrag ${contract} zu ändern. Bitte schicken Sie ihn über die Handelsplattform.`,
  },
};

const fr: MailTexts = {
  greeting: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  footer: (shop) => `Vous recevez cet e-mail en raison de votre abonnement chez ${shop}.`,
  orCopy: "Ou copiez cette adresse dans votre navigateur :",
  portalLink: {
    subject: (shop) => `Votre lien vers ${shop}`,
    heading: "Gérer vos abonnements",
    intro: (shop) =>
      `Avec ce lien, vous consultez et modifiez vos abonnements chez ${shop}. Aucun mot de passe n’est nécessaire.`,
    button: "Ouvrir mes abonnements",
    goodUntil: (until) => `Il est valable jusqu’à ${until}.`,
    once: "Il ne s’ouvre qu’une fois.",
    notYou: "Vous ne l’avez pas demandé ? Vous n’avez rien à faire. Merci de ne pas transmettre ce lien.",
  },
  paymentAsked: {
    subject: (shop) => `Votre moyen de paiement chez ${shop}`,
    heading: "Nous avons bien reçu votre demande",
    text: (shop) =>
      `Vous souhaitez modifier votre moyen de paiement. ${shop} en est informé et vous enverra un lien du prestataire de paiement.`,
    notYou: (shop) => `Vous ne l’avez pas demandé ? Merci de contacter ${shop}.`,
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
};

const es: MailTexts = {
  greeting: (name) => (name ? `Hola, ${name}:` : "Hola:"),
  footer: (shop) => `Recibes este correo por tu suscripción en ${shop}.`,
  orCopy: "O copia esta dirección en tu navegador:",
  portalLink: {
    subject: (shop) => `Tu enlace a ${shop}`,
    heading: "Gestiona tus suscripciones",
    intro: (shop) =>
      `Con este enlace ves y cambias tus suscripciones en ${shop}. No necesitas ninguna contraseña.`,
    button: "Abrir mis suscripciones",
    goodUntil: (until) => `Es válido hasta ${until}.`,
    once: "Se abre una sola vez.",
    notYou: "¿No lo has pedido? Entonces no tienes que hacer nada. No compartas el enlace, por favor.",
  },
  paymentAsked: {
    subject: (shop) => `Tu método de pago en ${shop}`,
    heading: "Hemos recibido tu solicitud",
    text: (shop) =>
      `Quieres actualizar tu método de pago. ${shop} ya está al corriente y te enviará un enlace del proveedor de pagos.`,
    notYou: (shop) => `¿No lo has pedido? Entonces ponte en contacto con ${shop}, por favor.`,
  },
  cardAsked: {
    subject: (shop) => `Tu forma de pago en ${shop}`,
    heading: "Actualiza tu forma de pago",
    text: (shop) =>
      `${shop} te pide otra tarjeta para tu suscripción, para que se puedan pagar tus próximos pedidos.`,
    button: "Usar otra tarjeta",
  },
  paymentWanted: {
    subject: (customer) => `${customer} quiere actualizar su método de pago`,
    heading: "Una solicitud para actualizar el método de pago",
    text: (customer, contract) =>
      `${customer} pide un enlace para actualizar el método de pago del contrato ${contract}. Envíalo desde la plataforma de comercio, por favor.`,
  },
};

const ja: MailTexts = {
  greeting: (name) => (name ? `${name} 様` : "お客様"),
  footer: (shop) => `このメールは、${shop} の定期購入をご利用のお客様にお送りしています。`,
  orCopy: "または、次のアドレスをブラウザに貼り付けてください:",
  portalLink: {
    subject: (shop) => `${shop} へのリンク`,
    heading: "定期購入の確認と変更",
    intro: (shop) => `このリンクから ${shop} の定期購入を確認・変更できます。パスワードは必要ありません。`,
    button: "定期購入を開く",
    goodUntil: (until) => `有効期限: ${until}`,
    once: "一度だけ開くことができます。",
    notYou: "お心当たりがない場合は、何もなさる必要はありません。リンクを他の方に渡さないでください。",
  },
  paymentAsked: {
    subject: (shop) => `${shop} のお支払い方法について`,
    heading: "ご依頼を承りました",
    text: (shop) => `お支払い方法の変更のご依頼を承りました。${shop} より、決済会社のリンクをお送りします。`,
    notYou: (shop) => `お心当たりがない場合は、${shop} までご連絡ください。`,
  },
  cardAsked: {
    subject: (shop) => `${shop}でのお支払い方法`,
    heading: "お支払い方法の更新をお願いいたします",
    text: (shop) =>
      `${shop}より、次回以降のご注文のお支払いのため、定期購入に別のカードのご登録をお願いしております。`,
    button: "別のカードを使う",
  },
  paymentWanted: {
    subject: (customer) => `${customer} 様がお支払い方法の変更を希望されています`,
    heading: "お支払い方法の変更のご依頼",
    text: (customer, contract) =>
      `${customer} 様 が、契約 ${contract} のお支払い方法を変更するためのリンクを希望されています。コマースプラットフォームからお送りください。`,
  },
};

const TEXTS: Record<PortalLanguage, MailTexts> = { en, de, fr, es, ja };

export const mailTextsOf = (language: PortalLanguage): MailTexts => TEXTS[language];
