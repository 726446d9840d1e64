import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "주문 1회",
  before: "지금까지",
  after: "앞으로",
  perOrder: (amount) => `주문당 ${amount}`,
  choose: "선택",
  swap: {
    title: "무엇으로 바꾸시겠어요?",
    none: "지금은 바꿀 수 있는 상품이 없습니다.",
    confirm: "교체",
  },
  add: {
    intro: "삭제하실 때까지 매 주문에 포함됩니다.",
    inEach: "구독에 포함됨",
  },
  remove: {
    title: "이 상품을 빼시겠어요?",
    intro: "앞으로의 주문에 포함되지 않습니다.",
  },
  plan: {
    title: "어떤 플랜이 잘 맞으시나요?",
    legend: "플랜",
    none: "현재 상품에 다른 플랜이 없습니다.",
  },
  method: { title: "저장된 다른 결제 수단으로 결제", use: "이 수단 사용" },
  note: {
    title: "다음 주문 메모",
    hint: "이 주문에만 적용됩니다. 비우면 메모가 삭제됩니다.",
    field: "메모",
  },
  pause: {
    action: "날짜를 정해 일시중지",
    title: "언제까지 일시중지하시겠어요?",
    intro: (date) => `다음 주문 예정일은 ${date}입니다.`,
    field: "주문을 다시 시작할 날짜",
    hint: "그날 전에는 주문이나 결제가 없습니다.",
  },
  gone: "더 이상 선택할 수 없습니다.",
  done: {
    line_swapped: () => "교체되었습니다.",
    line_added: () => "구독에 추가되었습니다.",
    line_removed: () => "구독에서 삭제되었습니다.",
    plan_changed: () => "플랜이 변경되었습니다.",
    method_changed: () => "결제 수단이 변경되었습니다.",
    note_saved: () => "메모가 저장되었습니다.",
    paused_until: () => "일시중지되었습니다. 선택하신 날짜 전에는 주문이나 결제가 없습니다.",
  },
});
