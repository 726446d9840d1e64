import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "これまでのご注文",
    all: "これまでのご注文をすべて見る",
    none: "これまでのご注文はまだありません。",
    paid: "お支払い済み",
    failed: "お支払いエラー",
    skipped: "スキップ",
    number: "ご注文",
    underWay: "お支払い処理中",
    asksBank: "銀行の確認待ち",
    notSent: "お届けなし",
    refunded: "返金済み",
    partRefunded: (amount) => `${amount}を返金済み`,
  },
  receipt: {
    title: "領収書",
    paidOn: "お支払い日",
    soldBy: "販売者",
    subtotal: "小計",
    refund: "返金",
    left: "返金後の金額",
    tax: "価格には該当する税が含まれています。",
    deliveries: (number) => `${number}回分のお届け（前払い）`,
  },
  orderNow: {
    title: "次回分を今すぐ注文しますか？",
    intro: (date) => `現在の予定は${date}です。`,
    consequence: "今すぐお支払いいただき、ご注文の準備をいたします。その後のご注文は本日を起点に数えます。",
    confirm: (total) => `${total}で今すぐ注文する`,
  },
});
