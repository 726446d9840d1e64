import type { PaymentNotice } from "~/features/customer-pages/texts/portal-outcomes";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** What the portal says about paying, once a language; amounts and dates come written. */
export type PaymentTexts = {
  failed(amount: string, date: string): string;
  /** What comes next, by who has to do something. */
  act: string;
  bank: string;
  retry(date: string): string;
  checking(amount: string): string;
  payNow(amount: string): string;
  another: string;
  /** Where there is no payment method yet. */
  addCard: string;
  /** Of the page where another card is chosen. */
  title: string;
  intro: string;
  also: string;
  /** Before the door, to who was away for too long. */
  away: string;
  done: Record<PaymentNotice, () => string>;
};

const en: PaymentTexts = {
  failed: (amount, date) => `Your payment of ${amount} for the order of ${date} did not go through.`,
  act: "Please check your card, or use another one.",
  bank: "Your bank wants you to confirm it.",
  retry: (date) => `We’ll try again on ${date}. You can also pay now, or use another card.`,
  checking: (amount) => `We’re checking your payment of ${amount}. This can take a moment.`,
  payNow: (amount) => `Pay ${amount} now`,
  another: "Use another card",
  addCard: "Add a card",
  title: "Payment",
  intro:
    "You enter the new card on our payment provider’s page and come straight back. An open payment is then tried at once.",
  also: "Use the new card for these as well",
  away: "You were away for a while. What you did on the payment page has arrived. Enter your e-mail address, and we’ll send you a link to see it.",
  done: {
    pay_paid: () => "Paid. Thank you!",
    pay_failed: () => "The payment did not go through.",
    pay_open: () => "The payment is not confirmed yet.",
    pay_waiting: () => "Your payment is on its way. We’ll know in a moment.",
    card_changed: () => "Your new card is saved.",
    card_kept: () => "Nothing was changed: your card is the same as before.",
    card_waiting: () => "We’re waiting for the payment provider. Your new card will appear here shortly.",
    card_paid: () => "Your new card is saved, and your order is paid. Thank you!",
    card_failed: () => "Your new card is saved, but the payment did not go through.",
    card_open: () => "Your new card is saved. Your bank wants you to confirm the payment.",
  },
};

const de: PaymentTexts = {
  failed: (amount, date) => `Ihre Zahlung von ${amount} für die Bestellung vom ${date} hat nicht geklappt.`,
  act: "Bitte prüfen Sie Ihre Karte oder verwenden Sie eine andere.",
  bank: "Ihre Bank möchte, dass Sie sie bestätigen.",
  retry: (date) =>
    `Wir versuchen es am ${date} noch einmal. Sie können auch jetzt bezahlen oder eine andere Karte verwenden.`,
  checking: (amount) => `Wir prüfen Ihre Zahlung von ${amount}. Das kann einen Moment dauern.`,
  payNow: (amount) => `${amount} jetzt bezahlen`,
  another: "Andere Karte verwenden",
  addCard: "Karte hinzufügen",
  title: "Zahlung",
  intro:
    "Sie geben die neue Karte auf der Seite unseres Zahlungsanbieters ein und kommen gleich zurück. Eine offene Zahlung wird dann sofort versucht.",
  also: "Die neue Karte auch dafür verwenden",
  away: "Sie waren eine Weile fort. Was Sie auf der Zahlungsseite getan haben, ist angekommen. Geben Sie Ihre E-Mail-Adresse ein, dann senden wir Ihnen einen Link dorthin.",
  done: {
    pay_paid: () => "Bezahlt. Vielen Dank!",
    pay_failed: () => "Die Zahlung hat nicht geklappt.",
    pay_open: () => "Die Zahlung ist noch nicht bestätigt.",
    pay_waiting: () => "Ihre Zahlung ist unterwegs. Gleich wissen wir mehr.",
    card_changed: () => "Ihre neue Karte ist gespeichert.",
    card_kept: () => "Nichts wurde geändert: Ihre Karte ist dieselbe wie vorher.",
    card_waiting: () => "Wir warten auf den Zahlungsanbieter. Ihre neue Karte erscheint hier in Kürze.",
    card_paid: () => "Ihre neue Karte ist gespeichert und Ihre Bestellung bezahlt. Vielen Dank!",
    card_failed: () => "Ihre neue Karte ist gespeichert, aber die Zahlung hat nicht geklappt.",
    card_open: () => "Ihre neue Karte ist gespeichert. Ihre Bank möchte, dass Sie die Zahlung bestätigen.",
  },
};

const fr: PaymentTexts = {
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
  away: "Vous vous êtes absenté un moment. Ce que vous avez fait sur la page de paiement est bien arrivé. Saisissez votre adresse e-mail et nous vous enverrons un lien pour le voir.",
  done: {
    pay_paid: () => "C’est payé. Merci !",
    pay_failed: () => "Le paiement n’a pas abouti.",
    pay_open: () => "Le paiement n’est pas encore confirmé.",
    pay_waiting: () => "Votre paiement est en cours. Nous en saurons plus dans un instant.",
    card_changed: () => "Votre nouvelle carte est enregistrée.",
    card_kept: () => "Rien n’a changé : votre carte reste la même.",
    card_waiting: () =>
      "Nous attendons le prestataire de paiement. Votre nouvelle carte s’affichera ici sous peu.",
    card_paid: () => "Votre nouvelle carte est enregistrée et votre commande est payée. Merci !",
    card_failed: () => "Votre nouvelle carte est enregistrée, mais le paiement n’a pas abouti.",
    card_open: () =>
      "Votre nouvelle carte est enregistrée. Votre banque vous demande de confirmer le paiement.",
  },
};

const es: PaymentTexts = {
  failed: (amount, date) => `Tu pago de ${amount} por el pedido del ${date} no se pudo cobrar.`,
  act: "Revisa tu tarjeta o usa otra.",
  bank: "Tu banco quiere que lo confirmes.",
  retry: (date) => `Lo intentaremos de nuevo el ${date}. También puedes pagar ahora o usar otra tarjeta.`,
  checking: (amount) => `Estamos comprobando tu pago de ${amount}. Puede tardar un momento.`,
  payNow: (amount) => `Pagar ${amount} ahora`,
  another: "Usar otra tarjeta",
  addCard: "Añadir una tarjeta",
  title: "Pago",
  intro:
    "Introduces la nueva tarjeta en la página de nuestro proveedor de pagos y vuelves enseguida. Un pago pendiente se intenta entonces al momento.",
  also: "Usar la nueva tarjeta también para",
  away: "Has estado fuera un rato. Lo que hiciste en la página de pago ha llegado. Escribe tu correo y te enviaremos un enlace para verlo.",
  done: {
    pay_paid: () => "Pagado. ¡Gracias!",
    pay_failed: () => "El pago no se pudo cobrar.",
    pay_open: () => "El pago aún no está confirmado.",
    pay_waiting: () => "Tu pago está en camino. Lo sabremos en un momento.",
    card_changed: () => "Tu nueva tarjeta está guardada.",
    card_kept: () => "No se ha cambiado nada: tu tarjeta es la misma de antes.",
    card_waiting: () => "Esperamos al proveedor de pagos. Tu nueva tarjeta aparecerá aquí en breve.",
    card_paid: () => "Tu nueva tarjeta está guardada y tu pedido está pagado. ¡Gracias!",
    card_failed: () => "Tu nueva tarjeta está guardada, pero el pago no se pudo cobrar.",
    card_open: () => "Tu nueva tarjeta está guardada. Tu banco quiere que confirmes el pago.",
  },
};

const ja: PaymentTexts = {
  failed: (amount, date) => `${date}のご注文のお支払い（${amount}）を確認できませんでした。`,
  act: "カードをご確認いただくか、別のカードをご利用ください。",
  bank: "ご利用の銀行での確認が必要です。",
  retry: (date) =>
    `${date}にもう一度お手続きします。今すぐお支払いいただくか、別のカードもご利用いただけます。`,
  checking: (amount) => `お支払い（${amount}）を確認しています。少々お待ちください。`,
  payNow: (amount) => `${amount}を今すぐ支払う`,
  another: "別のカードを使う",
  addCard: "カードを追加する",
  title: "お支払い",
  intro:
    "新しいカードは決済会社のページでご入力いただき、すぐにこちらへ戻ります。未払いのお支払いがあれば、すぐにお手続きします。",
  also: "次の定期購入にも新しいカードを使う",
  away: "しばらく時間が経ちました。お支払いページでのお手続きは完了しています。メールアドレスをご入力いただければ、確認用のリンクをお送りします。",
  done: {
    pay_paid: () => "お支払いが完了しました。ありがとうございます。",
    pay_failed: () => "お支払いを確認できませんでした。",
    pay_open: () => "お支払いはまだ確認されていません。",
    pay_waiting: () => "お支払いの手続き中です。まもなく結果がわかります。",
    card_changed: () => "新しいカードを登録しました。",
    card_kept: () => "変更はありません。カードはこれまでと同じです。",
    card_waiting: () => "決済会社からの連絡を待っています。新しいカードはまもなくここに表示されます。",
    card_paid: () => "新しいカードを登録し、ご注文のお支払いが完了しました。ありがとうございます。",
    card_failed: () => "新しいカードを登録しましたが、お支払いを確認できませんでした。",
    card_open: () => "新しいカードを登録しました。お支払いには銀行での確認が必要です。",
  },
};

export const PAYMENT_TEXTS: Record<PortalLanguage, PaymentTexts> = { en, de, fr, es, ja };
