import { counted, once } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (other: string) => counted("ja", { other });

export const ja = once(
  (): BoxTexts => ({
    backToShop: "ショップに戻る",
    box: "ボックスの内容",
    items: count("{n}点"),
    almost: "あと少しです",
    complete: "ボックスの内容がそろいました。",
    thanks: "ボックスの内容がそろいました。ありがとうございます。",
    update: "金額を更新",
    gone: {
      title: "このボックスはご利用いただけません",
      text: "販売が終了したか、リンクが途中で切れている可能性があります。",
    },
    nothing: "現在、このボックスには商品がありません。",
    choose: {
      atLeast: count("{n}点以上お選びください"),
      upTo: count("{n}点までお選びください"),
      exactly: count("{n}点お選びください"),
      between: (least, most) => `${least}〜${most}点お選びください`,
      sizes: (sizes) => `${sizes}点お選びください`,
      any: "商品をお選びください",
      fixed: "このボックスの商品",
      different: count("{n}種類以上"),
      others: "その他",
    },
    item: {
      soldOut: "売り切れ",
      optionFor: (title) => `${title}の種類`,
      less: (title) => `${title}を1点減らす`,
      more: (title) => `${title}を1点増やす`,
      howMany: (title) => `${title}の数量`,
    },
    steps: {
      title: "手順",
      chosen: (number) => `${number}点選択中`,
      done: "完了",
      next: (title) => `次へ：${title}`,
    },
    order: {
      add: count("あと{n}点追加してください"),
      addDifferent: count("別の商品をあと{n}種類追加してください"),
      takeOut: count("{n}点減らしてください"),
    },
    problem: {
      empty: "ボックスにまだ商品が入っていません。",
      soldOut: "ボックスの中に売り切れの商品があります。別の種類をお選びいただくか、取り除いてください。",
      atLeast: (order, least) => `${order}（${least}点以上必要です）。`,
      atMost: (order, most) => `${order}（${most}点まで入ります）。`,
      sizes: (sizes) => `合計で${sizes}点お選びください。`,
      minimum: (amount) => `ボックスは割引前の金額で${amount}からです。もう少し追加してください。`,
      section: (title, order) => `${title}：${order}。`,
    },
    discount: {
      tiers: "点数に応じた割引",
      tier: (number, percent) => `${number}点以上：${percent}`,
      cheer: (order, percent) => `${order}。${percent}割引になります`,
      cheerDelivery: (order, percent) => `${order}。送料が${percent}割引になります`,
      save: (percent) => `${percent}お得`,
      saved: "割引額",
      before: "割引前",
      delivery: "送料の割引",
      code: "クーポンコード（入力済み）",
    },
    often: { title: "お届け間隔", once: "1回のみ", each: "毎回の金額" },
    go: { CART: "カートに入れる", CHECKOUT: "購入手続きへ", CUSTOM: "続ける", NONE: "ボックスを確定する" },
  }),
);
