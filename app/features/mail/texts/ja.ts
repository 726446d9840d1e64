import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const ja = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `${name} 様` : "お客様"),
    footer: (shop) => `このメールは、${shop} の定期便をご利用のお客様にお送りしています。`,
    orCopy: "または、次のアドレスをブラウザに貼り付けてください：",
    portalLink: {
      button: "定期便を開く",
      goodUntil: (until) => `リンクの有効期限は${until}です。`,
      once: "一度だけ開くことができます。",
      notYou: "お心当たりがない場合は、何もなさる必要はありません。リンクを他の方に渡さないでください。",
    },
    paymentAsked: {
      subject: (shop) => `${shop} のお支払い方法について`,
      heading: "ご依頼を承りました",
      text: (shop) =>
        `お支払い方法の変更のご依頼を承りました。${shop} より、決済会社のリンクをお送りします。`,
      notYou: (shop) => `お心当たりがない場合は、${shop} までご連絡ください。`,
    },
    cardAsked: {
      subject: (shop) => `${shop} でのお支払い方法`,
      heading: "お支払い方法の更新をお願いいたします",
      text: (shop) =>
        `${shop} より、次回以降のご注文のお支払いのため、定期便に別のカードのご登録をお願いしております。`,
      button: "別のカードを使う",
    },
    paymentWanted: {
      subject: (customer) => `${customer} 様がお支払い方法の変更を希望されています`,
      heading: "お支払い方法の変更のご依頼",
      text: (customer, contract) =>
        `${customer} 様が、契約 ${contract} のお支払い方法を変更するためのリンクを希望されています。コマースプラットフォームからお送りください。`,
    },
  }),
);
