import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const zhHant = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `${name}，您好：` : "您好："),
    footer: (shop) => `此郵件與您在 ${shop} 的訂閱有關。`,
    orCopy: "或將此地址複製到瀏覽器：",
    portalLink: {
      button: "開啟我的訂閱",
      goodUntil: (until) => `此連結有效期至 ${until}。`,
      once: "僅能開啟一次。",
      notYou: "不是您本人的請求？可以忽略此郵件。請勿轉發此連結。",
    },
    paymentAsked: {
      subject: (shop) => `您在 ${shop} 的付款方式`,
      heading: "我們已收到您的請求",
      text: (shop) => `您申請更新付款方式。我們已通知 ${shop}，對方會向您傳送支付服務業者的連結。`,
      notYou: (shop) => `不是您本人的請求？請聯絡 ${shop}。`,
    },
    cardAsked: {
      subject: (shop) => `您在 ${shop} 的付款方式`,
      heading: "請更新您的付款方式",
      text: (shop) => `${shop} 請您為訂閱提供另一張卡，以便支付後續訂單。`,
      button: "使用其他卡",
    },
    paymentWanted: {
      subject: (customer) => `${customer} 希望更新付款方式`,
      heading: "一位顧客希望更新付款方式",
      text: (customer, contract) =>
        `${customer} 申請用於更新合約 ${contract} 付款方式的連結。請從電商平臺傳送。`,
    },
  }),
);
