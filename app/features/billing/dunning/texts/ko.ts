import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const ko = once(
  (): FailureTexts => ({
    subject: (shop) => `${shop} 결제가 완료되지 않았습니다`,
    endedSubject: (shop) => `${shop} 주문이 결제되지 않았습니다`,
    act: "결제 수단을 확인하시거나 다른 수단을 선택해 주세요. 결제되는 즉시 주문이 진행됩니다.",
    retry: (day) =>
      `${day}에 다시 시도합니다. 그 전에 결제 수단을 확인하시거나 다른 수단을 선택하실 수 있습니다.`,
    blocked: "다른 결제 수단을 선택해 주세요. 결제되는 즉시 주문이 진행됩니다.",
    paused: "구독이 일시중지되었습니다. 언제든지 다시 시작하실 수 있습니다.",
    cancelled: "이에 따라 구독이 해지되었습니다.",
    skipped: "이번 주문은 건너뛰었습니다. 구독은 다음 주문부터 계속됩니다.",
    stopped: "구독이 중단되었습니다. 구독을 재개하시려면 다른 결제 수단을 선택해 주세요.",
  }),
);
