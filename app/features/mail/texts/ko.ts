import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const ko = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `${name}님, 안녕하세요.` : "안녕하세요."),
    footer: (shop) => `${shop} 구독과 관련하여 보내드리는 이메일입니다.`,
    orCopy: "또는 이 주소를 브라우저에 복사해 주세요:",
    portalLink: {
      button: "내 구독 열기",
      goodUntil: (until) => `이 링크는 ${until}까지 유효합니다.`,
      once: "한 번만 열 수 있습니다.",
      notYou: "요청하지 않으셨나요? 이 이메일은 무시하셔도 됩니다. 링크를 공유하지 마세요.",
    },
    paymentAsked: {
      subject: (shop) => `${shop} 결제 수단 안내`,
      heading: "요청을 접수했습니다",
      text: (shop) =>
        `결제 수단 업데이트를 요청하셨습니다. ${shop}에 전달했으며, 결제 대행사 링크를 보내드릴 예정입니다.`,
      notYou: (shop) => `요청하지 않으셨나요? ${shop}에 문의해 주세요.`,
    },
    cardAsked: {
      subject: (shop) => `${shop} 결제 수단 안내`,
      heading: "결제 수단을 업데이트해 주세요",
      text: (shop) => `다음 주문이 결제될 수 있도록 ${shop}에서 구독에 사용할 다른 카드를 요청했습니다.`,
      button: "다른 카드 사용",
    },
    paymentWanted: {
      subject: (customer) => `${customer} 고객의 결제 수단 업데이트 요청`,
      heading: "고객이 결제 수단 업데이트를 원합니다",
      text: (customer, contract) =>
        `${customer} 고객이 계약 ${contract}의 결제 수단을 업데이트할 링크를 요청했습니다. 커머스 플랫폼에서 보내주세요.`,
    },
  }),
);
