import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "지난 주문",
    all: "지난 주문 전체",
    none: "아직 지난 주문이 없습니다.",
    paid: "결제 완료",
    failed: "결제 실패",
    skipped: "건너뜀",
    number: "주문",
    underWay: "결제 진행 중",
    asksBank: "은행 확인 대기 중",
    notSent: "배송 안 함",
    refunded: "환불됨",
    partRefunded: (amount) => `${amount} 환불됨`,
  },
  receipt: {
    title: "영수증",
    paidOn: "결제일",
    soldBy: "판매자",
    subtotal: "소계",
    refund: "환불 금액",
    left: "환불 후 금액",
    tax: "가격에는 해당 세금이 포함되어 있습니다.",
    deliveries: (number) => `배송 ${number}회, 선결제`,
  },
  orderNow: {
    title: "다음 주문을 지금 하시겠어요?",
    intro: (date) => `예정일은 ${date}입니다.`,
    consequence: "지금 결제하고 주문을 준비합니다. 이후 주문은 오늘을 기준으로 이어집니다.",
    confirm: (total) => `${total} 지금 주문하기`,
  },
});
