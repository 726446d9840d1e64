import { counted, once } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (other: string) => counted("zh-Hant", { other });

export const zhHant = once(
  (): BoxTexts => ({
    backToShop: "返回商店",
    box: "您的組合",
    items: count("{n} 件商品"),
    almost: "就差一點",
    complete: "您的組合已選好。",
    thanks: "您的組合已選好，謝謝！",
    update: "更新價格",
    gone: { title: "此組合目前無法選購", text: "它可能已下架，或連結不完整。" },
    nothing: "此組合目前沒有商品。",
    choose: {
      atLeast: count("請至少選擇 {n} 件"),
      upTo: count("最多可選 {n} 件"),
      exactly: count("請選擇 {n} 件"),
      between: (least, most) => `請選擇 ${least} 至 ${most} 件`,
      sizes: (sizes) => `請選擇 ${sizes} 件`,
      any: "請選擇商品",
      fixed: "組合內容",
      different: count("至少 {n} 種不同的商品"),
      others: "其他",
    },
    item: {
      soldOut: "已售完",
      optionFor: (title) => `${title} 的款式`,
      less: (title) => `減少一件：${title}`,
      more: (title) => `增加一件：${title}`,
      howMany: (title) => `數量：${title}`,
    },
    steps: {
      title: "步驟",
      chosen: (number) => `已選 ${number} 件`,
      done: "已完成",
      next: (title) => `下一步：${title}`,
    },
    order: {
      add: count("請再加入 {n} 件"),
      addDifferent: count("請再加入 {n} 種不同的商品"),
      takeOut: count("請取出 {n} 件"),
    },
    problem: {
      empty: "您的組合還是空的。",
      soldOut: "組合中有商品已售完。請選擇其他款式，或將其取出。",
      atLeast: (order, least) => `${order}：組合至少需要 ${least} 件。`,
      atMost: (order, most) => `${order}：組合最多可放 ${most} 件。`,
      sizes: (sizes) => `請選擇共 ${sizes} 件商品。`,
      minimum: (amount) => `組合的折扣前金額需滿 ${amount}，請再加入一些商品。`,
      section: (title, order) => `${title}：${order}。`,
    },
    discount: {
      tiers: "依件數優惠",
      tier: (number, percent) => `滿 ${number} 件：減 ${percent}`,
      cheer: (order, percent) => `${order}，即可減 ${percent}`,
      cheerDelivery: (order, percent) => `${order}，運費即可減 ${percent}`,
      save: (percent) => `省 ${percent}`,
      saved: "為您節省",
      before: "折扣前",
      delivery: "運費優惠",
      code: "優惠代碼（已為您填入）",
    },
    often: { title: "配送頻率", once: "僅此一次", each: "每次" },
    go: { CART: "加入購物車", CHECKOUT: "前往結帳", CUSTOM: "繼續", NONE: "完成組合" },
  }),
);
