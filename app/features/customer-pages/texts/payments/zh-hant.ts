import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `您 ${date} 訂單的付款（${amount}）未成功。`,
  act: "請檢查您的卡片，或使用其他卡。",
  bank: "您的銀行要求您確認這筆付款。",
  retry: (date) => `我們將於 ${date} 再次嘗試。您也可以立即付款或使用其他卡。`,
  checking: (amount) => `我們正在核對您的付款 ${amount}。請稍候。`,
  payNow: (amount) => `立即支付 ${amount}`,
  another: "使用其他卡",
  addCard: "新增卡片",
  title: "付款",
  intro: "請在支付服務業者的頁面上輸入新卡，完成後會立即返回。如有未付款項，隨後會立即重新扣款。",
  also: "新卡也用於以下訂閱",
  away: "您離開了一段時間。我們已收到您在付款頁面上的操作。請輸入您的電子郵件地址，我們會向您傳送查看用的連結。",
  done: {
    pay_paid: () => "已付款。謝謝！",
    pay_failed: () => "付款未成功。",
    pay_open: () => "付款尚未確認。",
    pay_waiting: () => "付款正在處理。稍後即可知道結果。",
    card_changed: () => "您的新卡已儲存。",
    card_kept: () => "沒有變更：您的卡與之前相同。",
    card_waiting: () => "正在等待支付服務業者。您的新卡很快會顯示在這裡。",
    card_paid: () => "您的新卡已儲存，訂單已付款。謝謝！",
    card_failed: () => "您的新卡已儲存，但付款未成功。",
    card_open: () => "您的新卡已儲存。您的銀行要求您確認這筆付款。",
  },
});
