import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `${date} 주문의 결제(${amount})가 완료되지 않았습니다.`,
  act: "카드를 확인하시거나 다른 카드를 사용해 주세요.",
  bank: "은행에서 본인 확인을 요청했습니다.",
  retry: (date) => `${date}에 다시 시도합니다. 지금 결제하시거나 다른 카드를 사용하실 수도 있습니다.`,
  checking: (amount) => `결제(${amount})를 확인하고 있습니다. 잠시만 기다려 주세요.`,
  payNow: (amount) => `${amount} 지금 결제`,
  another: "다른 카드 사용",
  addCard: "카드 추가",
  title: "결제",
  intro:
    "결제 대행사 페이지에서 새 카드를 입력하시면 바로 돌아옵니다. 미결제 건이 있으면 즉시 다시 시도합니다.",
  also: "아래 구독에도 새 카드 사용",
  away: "시간이 조금 지났습니다. 결제 페이지에서 하신 내용은 접수되었습니다. 이메일 주소를 입력하시면 확인 링크를 보내드립니다.",
  done: {
    pay_paid: () => "결제되었습니다. 감사합니다!",
    pay_failed: () => "결제가 완료되지 않았습니다.",
    pay_open: () => "결제가 아직 확인되지 않았습니다.",
    pay_waiting: () => "결제가 진행 중입니다. 곧 결과를 알 수 있습니다.",
    card_changed: () => "새 카드가 저장되었습니다.",
    card_kept: () => "변경된 내용이 없습니다. 카드는 이전과 같습니다.",
    card_waiting: () => "결제 대행사의 응답을 기다리고 있습니다. 새 카드가 곧 여기에 표시됩니다.",
    card_paid: () => "새 카드가 저장되고 주문이 결제되었습니다. 감사합니다!",
    card_failed: () => "새 카드가 저장되었지만 결제는 완료되지 않았습니다.",
    card_open: () => "새 카드가 저장되었습니다. 은행에서 결제 확인을 요청했습니다.",
  },
});
