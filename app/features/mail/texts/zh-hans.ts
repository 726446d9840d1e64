import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const zhHans = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `${name}，您好：` : "您好："),
    footer: (shop) => `此邮件与您在 ${shop} 的订阅有关。`,
    orCopy: "或将此地址复制到浏览器：",
    portalLink: {
      button: "打开我的订阅",
      goodUntil: (until) => `此链接有效期至 ${until}。`,
      once: "仅能打开一次。",
      notYou: "不是您本人的请求？可以忽略此邮件。请勿转发此链接。",
    },
    paymentAsked: {
      subject: (shop) => `您在 ${shop} 的付款方式`,
      heading: "我们已收到您的请求",
      text: (shop) => `您申请更新付款方式。我们已通知 ${shop}，对方会向您发送支付服务商的链接。`,
      notYou: (shop) => `不是您本人的请求？请联系 ${shop}。`,
    },
    cardAsked: {
      subject: (shop) => `您在 ${shop} 的付款方式`,
      heading: "请更新您的付款方式",
      text: (shop) => `${shop} 请您为订阅提供另一张卡，以便支付后续订单。`,
      button: "使用其他卡",
    },
    paymentWanted: {
      subject: (customer) => `${customer} 希望更新付款方式`,
      heading: "一位顾客希望更新付款方式",
      text: (customer, contract) =>
        `${customer} 申请用于更新合同 ${contract} 付款方式的链接。请从电商平台发送。`,
    },
  }),
);
