import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "历史订单",
    all: "全部历史订单",
    none: "还没有历史订单。",
    paid: "已付款",
    failed: "付款失败",
    skipped: "已跳过",
    number: "订单",
    underWay: "付款处理中",
    asksBank: "等待银行确认",
    notSent: "不发货",
    refunded: "已退款",
    partRefunded: (amount) => `已退款 ${amount}`,
  },
  receipt: {
    title: "收据",
    paidOn: "付款日期",
    soldBy: "销售方",
    subtotal: "小计",
    refund: "已退款",
    left: "退款后",
    tax: "价格已含适用税费。",
    deliveries: (number) => `共 ${number} 次配送，已预付`,
  },
  orderNow: {
    title: "要现在就提交下一笔订单吗？",
    intro: (date) => `原定日期：${date}。`,
    consequence: "我们会立即扣款并准备您的订单。之后的订单从今天起推算。",
    confirm: (total) => `立即下单，${total}`,
  },
});
