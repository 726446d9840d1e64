import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const ko = once(
  (): NoticeTexts => ({
    created: {
      subject: "{{shop_name}} 구독 안내",
      body: "구독해 주셔서 감사합니다: {{products}}.\n\n다음 주문일은 {{next_order_date}}입니다.",
      sms: "{{shop_name}}: 구독해 주셔서 감사합니다. 다음 주문일은 {{next_order_date}}입니다.",
    },
    upcoming_order: {
      subject: "{{shop_name}} 다음 주문 예정 안내",
      body: "곧 다음 주문을 준비합니다: {{products}}.\n\n주문일: {{order_date}}. 금액: {{amount}}.\n\n지금도 변경하거나 건너뛰실 수 있습니다.",
      sms: "{{shop_name}}: 곧 다음 주문을 준비합니다. 주문일: {{order_date}}. 금액: {{amount}}. 지금도 변경하거나 건너뛰실 수 있습니다.",
    },
    order_paid: {
      subject: "{{shop_name}} 주문 안내",
      body: "결제가 완료되었습니다: {{products}}. 주문({{order_name}})을 준비하고 있습니다.\n\n다음 주문일은 {{next_order_date}}입니다.",
      sms: "{{shop_name}}: 결제가 완료되었습니다. 주문({{order_name}})을 준비하고 있습니다.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "{{shop_name}} 구독 요금이 결제되지 않았습니다.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "구독이 일시중지되었습니다",
      body: "구독이 일시중지되었습니다: {{products}}. 다시 시작될 때까지 결제되지 않습니다.",
      sms: "{{shop_name}}: 구독이 일시중지되었습니다. 다시 시작될 때까지 결제되지 않습니다.",
    },
    resumed: {
      subject: "구독이 다시 시작되었습니다",
      body: "구독이 다시 시작되었습니다: {{products}}. 다음 주문일은 {{next_order_date}}입니다.",
      sms: "{{shop_name}}: 구독이 다시 시작되었습니다. 다음 주문일은 {{next_order_date}}입니다.",
    },
    cancelled: {
      subject: "구독이 해지되었습니다",
      body: "구독이 해지되었습니다: {{products}}. 더 이상 결제되지 않습니다.",
      sms: "{{shop_name}}: 구독이 해지되었습니다. 더 이상 결제되지 않습니다.",
    },
    skipped: {
      subject: "주문을 건너뛰었습니다",
      body: "{{order_date}} 주문을 건너뛰었습니다. 이 주문은 결제되지 않습니다.\n\n다음 주문일은 {{next_order_date}}입니다.",
      sms: "{{shop_name}}: {{order_date}} 주문을 건너뛰었습니다. 이 주문은 결제되지 않습니다.",
    },
    address: {
      subject: "배송지가 변경되었습니다",
      body: "앞으로 주문하신 상품을 보내드릴 주소: {{address}}",
      sms: "{{shop_name}}: 배송지가 변경되었습니다. 새 배송지: {{address}}",
    },
    frequency: {
      subject: "구독 주기가 변경되었습니다",
      body: "앞으로의 주기: {{frequency}}. 다음 주문일은 {{next_order_date}}입니다.",
      sms: "{{shop_name}}: 구독 주기가 변경되었습니다: {{frequency}}.",
    },
    products: {
      subject: "구독 구성이 변경되었습니다",
      body: "현재 구독 구성: {{products}}. 1회 주문 금액: {{amount}}.",
      sms: "{{shop_name}}: 구독 구성이 변경되었습니다. 1회 주문 금액: {{amount}}.",
    },
    card_expiring: {
      subject: "카드가 곧 만료됩니다",
      body: "{{shop_name}} 구독 결제에 사용하시는 카드({{card}})가 곧 만료됩니다. 다음 주문이 결제될 수 있도록 다른 카드를 선택해 주세요.",
      sms: "{{shop_name}}: 카드({{card}})가 곧 만료됩니다. 다른 카드를 선택해 주세요: {{portal_address}}",
    },
    portal_link: {
      subject: "{{shop_name}} 링크 안내",
      body: "이 링크로 {{shop_name}} 구독을 확인하고 관리하실 수 있습니다. 비밀번호는 필요 없습니다.\n\n{{good_for}}",
    },
    button: "내 구독 열기",
    unsubscribe: "이메일 미리 알림을 더 이상 받지 않기",
    stopping: {
      title: "이메일 미리 알림",
      text: (shop) => `${shop} 미리 알림 이메일을 더 이상 받지 않으시겠어요? 변경 사항은 계속 알려드립니다.`,
      button: "미리 알림 그만 받기",
      done: (shop) => `앞으로 ${shop} 미리 알림 이메일을 보내드리지 않습니다.`,
      again: "미리 알림 다시 받기",
    },
  }),
);
