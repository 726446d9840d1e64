import type { PortalLanguage } from "~db/schema/portal-settings";

/** What a mail about a failed payment says, once a language: a text that is missing in any of them does not compile. */
type FailureTexts = {
  subject(shop: string): string;
  heading: string;
  endedSubject(shop: string): string;
  endedHeading: string;
  intro(shop: string): string;
  /** Only the customer can fix it. */
  act: string;
  /** It is tried again by itself, on a day. */
  retry(day: string): string;
  /** The card must not be used again; it says no more than that. */
  blocked: string;
  paused: string;
  cancelled: string;
  skipped: string;
  stopped: string;
  button: string;
};

const en: FailureTexts = {
  subject: (shop) => `Your payment to ${shop} did not go through`,
  heading: "Your payment did not go through",
  endedSubject: (shop) => `Your order with ${shop} could not be paid`,
  endedHeading: "Your order could not be paid",
  intro: (shop) => `We could not collect the payment for your subscription with ${shop}.`,
  act: "Please check your payment method, or choose another one. Your order is made as soon as it is paid.",
  retry: (day) =>
    `We will try again on ${day}. You can check your payment method, or choose another one, before then.`,
  blocked: "Please choose another payment method. Your order is made as soon as it is paid.",
  paused: "Your subscription is paused for now. You can resume it whenever you like.",
  cancelled: "Your subscription has therefore been cancelled.",
  skipped: "This order has been skipped. Your subscription goes on with the next one.",
  stopped: "Your subscription has stopped. Choose another payment method to take it up again.",
  button: "Open my subscription",
};

const de: FailureTexts = {
  subject: (shop) => `Ihre Zahlung an ${shop} hat nicht geklappt`,
  heading: "Ihre Zahlung hat nicht geklappt",
  endedSubject: (shop) => `Ihre Bestellung bei ${shop} konnte nicht bezahlt werden`,
  endedHeading: "Ihre Bestellung konnte nicht bezahlt werden",
  intro: (shop) => `Die Zahlung für Ihr Abonnement bei ${shop} konnte nicht eingezogen werden.`,
  act: "Bitte prüfen Sie Ihre Zahlungsart oder wählen Sie eine andere. Sobald die Zahlung da ist, geht Ihre Bestellung los.",
  retry: (day) =>
    `Wir versuchen es am ${day} noch einmal. Bis dahin können Sie Ihre Zahlungsart prüfen oder eine andere wählen.`,
  blocked: "Bitte wählen Sie eine andere Zahlungsart. Sobald die Zahlung da ist, geht Ihre Bestellung los.",
  paused: "Ihr Abonnement ist vorerst pausiert. Sie können es jederzeit fortsetzen.",
  cancelled: "Ihr Abonnement wurde deshalb gekündigt.",
  skipped: "Diese Bestellung wurde ausgelassen. Mit der nächsten geht Ihr Abonnement weiter.",
  stopped: "Ihr Abonnement ruht. Wählen Sie eine andere Zahlungsart, um es wieder aufzunehmen.",
  button: "Mein Abonnement öffnen",
};

const fr: FailureTexts = {
  subject: (shop) => `Votre paiement à ${shop} n’a pas abouti`,
  heading: "Votre paiement n’a pas abouti",
  endedSubject: (shop) => `Votre commande chez ${shop} n’a pas pu être payée`,
  endedHeading: "Votre commande n’a pas pu être payée",
  intro: (shop) => `Le paiement de votre abonnement chez ${shop} n’a pas pu être prélevé.`,
  act: "Veuillez vérifier votre moyen de paiement ou en choisir un autre. Votre commande sera préparée dès qu’elle sera payée.",
  retry: (day) =>
    `Nous réessaierons le ${day}. D’ici là, vous pouvez vérifier votre moyen de paiement ou en choisir un autre.`,
  blocked:
    "Veuillez choisir un autre moyen de paiement. Votre commande sera préparée dès qu’elle sera payée.",
  paused: "Votre abonnement est suspendu pour le moment. Vous pouvez le reprendre quand vous le souhaitez.",
  cancelled: "Votre abonnement a donc été résilié.",
  skipped: "Cette commande a été sautée. Votre abonnement continue avec la suivante.",
  stopped: "Votre abonnement est arrêté. Choisissez un autre moyen de paiement pour le reprendre.",
  button: "Ouvrir mon abonnement",
};

const es: FailureTexts = {
  subject: (shop) => `No se ha podido cobrar tu pago a ${shop}`,
  heading: "No se ha podido cobrar tu pago",
  endedSubject: (shop) => `No se ha podido pagar tu pedido en ${shop}`,
  endedHeading: "No se ha podido pagar tu pedido",
  intro: (shop) => `No hemos podido cobrar el pago de tu suscripción en ${shop}.`,
  act: "Revisa tu método de pago o elige otro. Prepararemos tu pedido en cuanto esté pagado.",
  retry: (day) =>
    `Lo intentaremos de nuevo el ${day}. Hasta entonces puedes revisar tu método de pago o elegir otro.`,
  blocked: "Elige otro método de pago, por favor. Prepararemos tu pedido en cuanto esté pagado.",
  paused: "Tu suscripción está en pausa por ahora. Puedes reanudarla cuando quieras.",
  cancelled: "Por eso se ha cancelado tu suscripción.",
  skipped: "Este pedido se ha omitido. Tu suscripción continúa con el siguiente.",
  stopped: "Tu suscripción se ha detenido. Elige otro método de pago para retomarla.",
  button: "Abrir mi suscripción",
};

const ja: FailureTexts = {
  subject: (shop) => `${shop} のお支払いが完了できませんでした`,
  heading: "お支払いが完了できませんでした",
  endedSubject: (shop) => `${shop} のご注文のお支払いを確認できませんでした`,
  endedHeading: "ご注文のお支払いを確認できませんでした",
  intro: (shop) => `${shop} の定期購入のお支払いを受け付けることができませんでした。`,
  act: "お支払い方法をご確認いただくか、別のお支払い方法をお選びください。お支払いが確認でき次第、ご注文を承ります。",
  retry: (day) =>
    `${day}に再度お手続きいたします。それまでに、お支払い方法の確認や変更をしていただくこともできます。`,
  blocked: "別のお支払い方法をお選びください。お支払いが確認でき次第、ご注文を承ります。",
  paused: "定期購入を一時停止しています。いつでも再開していただけます。",
  cancelled: "そのため、定期購入は解約となりました。",
  skipped: "今回のご注文は見送りとなりました。定期購入は次回から続きます。",
  stopped: "定期購入を停止しています。再開するには、別のお支払い方法をお選びください。",
  button: "定期購入を開く",
};

const TEXTS: Record<PortalLanguage, FailureTexts> = { en, de, fr, es, ja };

export const failureTextsOf = (language: PortalLanguage): FailureTexts => TEXTS[language];
