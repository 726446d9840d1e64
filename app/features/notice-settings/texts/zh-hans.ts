import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const zhHans = once(
  (): NoticeTexts => ({
    created: {
      subject: "您在 {{shop_name}} 的订阅",
      body: "感谢您的订阅：{{products}}。\n\n您的下一笔订单日期：{{next_order_date}}。",
      sms: "{{shop_name}}：感谢您的订阅。您的下一笔订单日期：{{next_order_date}}。",
    },
    upcoming_order: {
      subject: "您在 {{shop_name}} 的下一笔订单即将到来",
      body: "我们将于 {{order_date}} 准备您的下一笔订单：{{products}}。金额：{{amount}}。\n\n您仍可更改或跳过本次订单。",
      sms: "{{shop_name}}：我们将于 {{order_date}} 准备您的下一笔订单，金额：{{amount}}。您仍可更改或跳过。",
    },
    order_paid: {
      subject: "您在 {{shop_name}} 的订单",
      body: "我们已收到您的付款：{{products}}。您的订单 {{order_name}} 正在准备中。\n\n您的下一笔订单日期：{{next_order_date}}。",
      sms: "{{shop_name}}：我们已收到您的付款。您的订单 {{order_name}} 正在准备中。",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "我们未能收取您在 {{shop_name}} 订阅的款项。\n\n{{what_to_do}}",
      sms: "{{what_happened}}：{{portal_address}}",
    },
    paused: {
      subject: "您的订阅已暂停",
      body: "您的订阅（{{products}}）已暂停。恢复之前，我们不会扣款。",
      sms: "{{shop_name}}：您的订阅已暂停。恢复之前，我们不会扣款。",
    },
    resumed: {
      subject: "您的订阅已恢复",
      body: "您的订阅（{{products}}）已恢复。您的下一笔订单日期：{{next_order_date}}。",
      sms: "{{shop_name}}：您的订阅已恢复。您的下一笔订单日期：{{next_order_date}}。",
    },
    cancelled: {
      subject: "您的订阅已取消",
      body: "您的订阅（{{products}}）已取消。我们不会再扣款。",
      sms: "{{shop_name}}：您的订阅已取消。我们不会再扣款。",
    },
    skipped: {
      subject: "您的订单已跳过",
      body: "您 {{order_date}} 的订单已跳过，不会扣款。\n\n您的下一笔订单日期：{{next_order_date}}。",
      sms: "{{shop_name}}：您 {{order_date}} 的订单已跳过，不会扣款。",
    },
    address: {
      subject: "您的收货地址已更改",
      body: "今后您的订单将送到：{{address}}",
      sms: "{{shop_name}}：您的收货地址已更改，今后送到：{{address}}",
    },
    frequency: {
      subject: "您的订阅频率已更改",
      body: "今后的频率：{{frequency}}。您的下一笔订单日期：{{next_order_date}}。",
      sms: "{{shop_name}}：您的订阅频率已更改：{{frequency}}。",
    },
    products: {
      subject: "您的订阅内容已更改",
      body: "您的订阅现包含：{{products}}。每笔订单金额：{{amount}}。",
      sms: "{{shop_name}}：您的订阅内容已更改。每笔订单金额：{{amount}}。",
    },
    card_expiring: {
      subject: "您的银行卡即将过期",
      body: "您用于支付 {{shop_name}} 订阅的银行卡（{{card}}）即将过期。请选择另一张卡，以便顺利支付之后的订单。",
      sms: "{{shop_name}}：您的银行卡（{{card}}）即将过期，请选择另一张卡：{{portal_address}}",
    },
    portal_link: {
      subject: "您的 {{shop_name}} 链接",
      body: "通过此链接查看和管理您在 {{shop_name}} 的订阅。无需密码。\n\n{{good_for}}",
    },
    button: "打开我的订阅",
    unsubscribe: "不再接收邮件提醒",
    stopping: {
      title: "邮件提醒",
      text: (shop) => `不想再收到 ${shop} 的邮件提醒吗？如有变更，我们仍会通知您。`,
      button: "停止提醒",
      done: (shop) => `您将不再收到 ${shop} 的邮件提醒。`,
      again: "重新接收提醒",
    },
  }),
);
