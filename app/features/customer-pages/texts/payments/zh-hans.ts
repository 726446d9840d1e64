import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `您 ${date} 订单的付款（${amount}）未成功。`,
  act: "请检查您的银行卡，或使用其他卡。",
  bank: "您的银行要求您确认这笔付款。",
  retry: (date) => `我们将于 ${date} 再次尝试。您也可以立即付款或使用其他卡。`,
  checking: (amount) => `我们正在核对您的付款 ${amount}。请稍候。`,
  payNow: (amount) => `立即支付 ${amount}`,
  another: "使用其他卡",
  addCard: "添加银行卡",
  title: "付款",
  intro: "请在支付服务商的页面上输入新卡，完成后会立即返回。如有未付款项，随后会立即重新扣款。",
  also: "新卡也用于以下订阅",
  away: "您离开了一段时间。我们已收到您在付款页面上的操作。请输入您的邮箱地址，我们会向您发送查看链接。",
  done: {
    pay_paid: () => "已付款。谢谢！",
    pay_failed: () => "付款未成功。",
    pay_open: () => "付款尚未确认。",
    pay_waiting: () => "付款正在处理。稍后即可知道结果。",
    card_changed: () => "您的新卡已保存。",
    card_kept: () => "没有变更：您的卡与之前相同。",
    card_waiting: () => "正在等待支付服务商。您的新卡很快会显示在这里。",
    card_paid: () => "您的新卡已保存，订单已付款。谢谢！",
    card_failed: () => "您的新卡已保存，但付款未成功。",
    card_open: () => "您的新卡已保存。您的银行要求您确认这笔付款。",
  },
});
