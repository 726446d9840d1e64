import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const zhHant = once(
  (): NoticeTexts => ({
    created: {
      subject: "您在 {{shop_name}} 的訂閱",
      body: "感謝您的訂閱：{{products}}。\n\n您的下一筆訂單日期：{{next_order_date}}。",
      sms: "{{shop_name}}：感謝您的訂閱。您的下一筆訂單日期：{{next_order_date}}。",
    },
    upcoming_order: {
      subject: "您在 {{shop_name}} 的下一筆訂單即將到來",
      body: "我們將於 {{order_date}} 準備您的下一筆訂單：{{products}}。金額：{{amount}}。\n\n您仍可更改或跳過本次訂單。",
      sms: "{{shop_name}}：我們將於 {{order_date}} 準備您的下一筆訂單，金額：{{amount}}。您仍可更改或跳過。",
    },
    order_paid: {
      subject: "您在 {{shop_name}} 的訂單",
      body: "我們已收到您的付款：{{products}}。您的訂單 {{order_name}} 正在準備中。\n\n您的下一筆訂單日期：{{next_order_date}}。",
      sms: "{{shop_name}}：我們已收到您的付款。您的訂單 {{order_name}} 正在準備中。",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "我們未能收取您在 {{shop_name}} 訂閱的款項。\n\n{{what_to_do}}",
      sms: "{{what_happened}}：{{portal_address}}",
    },
    paused: {
      subject: "您的訂閱已暫停",
      body: "您的訂閱（{{products}}）已暫停。恢復之前，我們不會扣款。",
      sms: "{{shop_name}}：您的訂閱已暫停。恢復之前，我們不會扣款。",
    },
    resumed: {
      subject: "您的訂閱已恢復",
      body: "您的訂閱（{{products}}）已恢復。您的下一筆訂單日期：{{next_order_date}}。",
      sms: "{{shop_name}}：您的訂閱已恢復。您的下一筆訂單日期：{{next_order_date}}。",
    },
    cancelled: {
      subject: "您的訂閱已取消",
      body: "您的訂閱（{{products}}）已取消。我們不會再扣款。",
      sms: "{{shop_name}}：您的訂閱已取消。我們不會再扣款。",
    },
    skipped: {
      subject: "您的訂單已跳過",
      body: "您 {{order_date}} 的訂單已跳過，不會扣款。\n\n您的下一筆訂單日期：{{next_order_date}}。",
      sms: "{{shop_name}}：您 {{order_date}} 的訂單已跳過，不會扣款。",
    },
    address: {
      subject: "您的收件地址已更改",
      body: "今後您的訂單將送到：{{address}}",
      sms: "{{shop_name}}：您的收件地址已更改，今後送到：{{address}}",
    },
    frequency: {
      subject: "您的訂閱頻率已更改",
      body: "今後的頻率：{{frequency}}。您的下一筆訂單日期：{{next_order_date}}。",
      sms: "{{shop_name}}：您的訂閱頻率已更改：{{frequency}}。",
    },
    products: {
      subject: "您的訂閱內容已更改",
      body: "您的訂閱現包含：{{products}}。每筆訂單金額：{{amount}}。",
      sms: "{{shop_name}}：您的訂閱內容已更改。每筆訂單金額：{{amount}}。",
    },
    card_expiring: {
      subject: "您的卡片即將過期",
      body: "您用於支付 {{shop_name}} 訂閱的卡片（{{card}}）即將過期。請選擇另一張卡，以便順利支付之後的訂單。",
      sms: "{{shop_name}}：您的卡片（{{card}}）即將過期，請選擇另一張卡：{{portal_address}}",
    },
    portal_link: {
      subject: "您的 {{shop_name}} 連結",
      body: "透過此連結查看和管理您在 {{shop_name}} 的訂閱。無需密碼。\n\n{{good_for}}",
    },
    button: "開啟我的訂閱",
    unsubscribe: "不再接收電子郵件提醒",
    stopping: {
      title: "電子郵件提醒",
      text: (shop) => `不想再收到 ${shop} 的電子郵件提醒嗎？如有變更，我們仍會通知您。`,
      button: "停止提醒",
      done: (shop) => `您將不再收到 ${shop} 的電子郵件提醒。`,
      again: "重新接收提醒",
    },
  }),
);
