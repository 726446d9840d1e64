import { counted, once } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (other: string) => counted("ko", { other });

export const ko = once(
  (): BoxTexts => ({
    backToShop: "쇼핑몰로 돌아가기",
    box: "박스 구성",
    items: count("상품 {n}개"),
    almost: "거의 다 되었습니다",
    complete: "박스 구성이 완료되었습니다.",
    thanks: "박스 구성이 완료되었습니다. 감사합니다!",
    update: "가격 새로 고침",
    gone: {
      title: "이 박스는 이용하실 수 없습니다",
      text: "판매가 종료되었거나 링크가 올바르지 않을 수 있습니다.",
    },
    nothing: "현재 이 박스에는 상품이 없습니다.",
    choose: {
      atLeast: count("{n}개 이상 선택해 주세요"),
      upTo: count("최대 {n}개까지 선택해 주세요"),
      exactly: count("{n}개를 선택해 주세요"),
      between: (least, most) => `${least}~${most}개를 선택해 주세요`,
      sizes: (sizes) => `선택할 상품 수: ${sizes}`,
      any: "상품을 선택해 주세요",
      fixed: "이 박스의 상품",
      different: count("서로 다른 상품 {n}개 이상"),
      others: "기타",
    },
    item: {
      soldOut: "품절",
      optionFor: (title) => `옵션: ${title}`,
      less: (title) => `하나 빼기: ${title}`,
      more: (title) => `하나 더 담기: ${title}`,
      howMany: (title) => `수량: ${title}`,
    },
    steps: {
      title: "단계",
      chosen: (number) => `${number}개 선택됨`,
      done: "완료",
      next: (title) => `다음: ${title}`,
    },
    order: {
      add: count("{n}개를 더 담아 주세요"),
      addDifferent: count("다른 상품 {n}개를 더 담아 주세요"),
      takeOut: count("{n}개를 빼 주세요"),
    },
    problem: {
      empty: "박스가 아직 비어 있습니다.",
      soldOut: "박스에 품절된 상품이 있습니다. 다른 옵션을 선택하거나 빼 주세요.",
      atLeast: (order, least) => `${order}. 박스에는 ${least}개 이상이 필요합니다.`,
      atMost: (order, most) => `${order}. 박스에는 최대 ${most}개까지 담을 수 있습니다.`,
      sizes: (sizes) => `전체 상품 수를 맞춰 주세요: ${sizes}.`,
      minimum: (amount) => `할인 전 최소 금액은 ${amount}입니다. 상품을 더 담아 주세요.`,
      section: (title, order) => `${title}: ${order}.`,
    },
    discount: {
      tiers: "상품 수에 따른 할인",
      tier: (number, percent) => `${number}개 이상: ${percent}`,
      cheer: (order, percent) => `${order}. ${percent} 할인됩니다`,
      cheerDelivery: (order, percent) => `${order}. 배송비가 ${percent} 할인됩니다`,
      save: (percent) => `${percent} 할인`,
      saved: "할인 금액",
      before: "할인 전",
      delivery: "배송비 할인",
      code: "할인 코드(자동 적용)",
    },
    often: { title: "배송 주기", once: "이번 한 번만", each: "매회 금액" },
    go: { CART: "장바구니에 담기", CHECKOUT: "결제하기", CUSTOM: "계속", NONE: "박스 완성하기" },
  }),
);
