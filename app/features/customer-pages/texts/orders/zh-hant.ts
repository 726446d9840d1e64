import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "歷史訂單",
    all: "全部歷史訂單",
    none: "還沒有歷史訂單。",
    paid: "已付款",
    failed: "付款失敗",
    skipped: "已跳過",
    number: "訂單",
    underWay: "付款處理中",
    asksBank: "等待銀行確認",
    notSent: "不出貨",
    refunded: "已退款",
    partRefunded: (amount) => `已退款 ${amount}`,
  },
  receipt: {
    title: "收據",
    paidOn: "付款日期",
    soldBy: "銷售方",
    subtotal: "小計",
    refund: "已退款",
    left: "退款後",
    tax: "價格已含適用稅金。",
    deliveries: (number) => `共 ${number} 次配送，已預付`,
  },
  orderNow: {
    title: "要現在就送出下一筆訂單嗎？",
    intro: (date) => `原定日期：${date}。`,
    consequence: "我們會立即扣款並準備您的訂單。之後的訂單從今天起推算。",
    confirm: (total) => `立即下單，${total}`,
  },
});
