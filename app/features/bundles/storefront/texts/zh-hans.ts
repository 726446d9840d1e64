import { counted, once } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (other: string) => counted("zh-Hans", { other });

export const zhHans = once(
  (): BoxTexts => ({
    backToShop: "返回商店",
    box: "您的组合",
    items: count("{n} 件商品"),
    almost: "就差一点",
    complete: "您的组合已选好。",
    thanks: "您的组合已选好，谢谢！",
    update: "更新价格",
    gone: { title: "此组合暂不可用", text: "它可能已下架，或者链接不完整。" },
    nothing: "此组合目前没有商品。",
    choose: {
      atLeast: count("请至少选择 {n} 件"),
      upTo: count("最多可选 {n} 件"),
      exactly: count("请选择 {n} 件"),
      between: (least, most) => `请选择 ${least} 至 ${most} 件`,
      sizes: (sizes) => `请选择 ${sizes} 件`,
      any: "请选择商品",
      fixed: "组合内容",
      different: count("至少 {n} 种不同的商品"),
      others: "其他",
    },
    item: {
      soldOut: "已售罄",
      optionFor: (title) => `${title} 的款式`,
      less: (title) => `减少一件：${title}`,
      more: (title) => `增加一件：${title}`,
      howMany: (title) => `数量：${title}`,
    },
    steps: {
      title: "步骤",
      chosen: (number) => `已选 ${number} 件`,
      done: "已完成",
      next: (title) => `下一步：${title}`,
    },
    order: {
      add: count("请再添加 {n} 件"),
      addDifferent: count("请再添加 {n} 种不同的商品"),
      takeOut: count("请取出 {n} 件"),
    },
    problem: {
      empty: "您的组合还是空的。",
      soldOut: "组合中有商品已售罄。请选择其他款式，或将其取出。",
      atLeast: (order, least) => `${order}：组合至少需要 ${least} 件。`,
      atMost: (order, most) => `${order}：组合最多可放 ${most} 件。`,
      sizes: (sizes) => `请选择共 ${sizes} 件商品。`,
      minimum: (amount) => `组合的折前金额需满 ${amount}，请再添加一些商品。`,
      section: (title, order) => `${title}：${order}。`,
    },
    discount: {
      tiers: "按件数优惠",
      tier: (number, percent) => `满 ${number} 件：减 ${percent}`,
      cheer: (order, percent) => `${order}，即可减 ${percent}`,
      cheerDelivery: (order, percent) => `${order}，运费即可减 ${percent}`,
      save: (percent) => `省 ${percent}`,
      saved: "为您节省",
      before: "折扣前",
      delivery: "运费优惠",
      code: "优惠码（已为您填入）",
    },
    often: { title: "配送频率", once: "仅此一次", each: "每次" },
    go: { CART: "加入购物车", CHECKOUT: "去结账", CUSTOM: "继续", NONE: "完成组合" },
  }),
);
