import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const ja = once(
  (): NoticeTexts => ({
    created: {
      subject: "{{shop_name}} の定期便について",
      body: "定期便（{{products}}）をお申し込みいただき、ありがとうございます。\n\n次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}：定期便をお申し込みいただき、ありがとうございます。次回のご注文日は {{next_order_date}} です。",
    },
    upcoming_order: {
      subject: "{{shop_name}} の次回のご注文が近づいています",
      body: "{{order_date}} に次回のご注文（{{products}}）をご用意いたします。金額は {{amount}} です。\n\n今からでも変更またはスキップしていただけます。",
      sms: "{{shop_name}}：{{order_date}} に次回のご注文をご用意いたします（{{amount}}）。変更またはスキップも可能です。",
    },
    order_paid: {
      subject: "{{shop_name}} のご注文について",
      body: "{{products}} のお支払いを確認いたしました。ご注文 {{order_name}} の準備を進めております。\n\n次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}：お支払いを確認いたしました。ご注文 {{order_name}} の準備を進めております。",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "{{shop_name}} の定期便のお支払いを受け付けることができませんでした。\n\n{{what_to_do}}",
      sms: "{{what_happened}}：{{portal_address}}",
    },
    paused: {
      subject: "定期便を休止しました",
      body: "定期便（{{products}}）を休止しました。再開まで料金は発生しません。",
      sms: "{{shop_name}}：定期便を休止しました。再開まで料金は発生しません。",
    },
    resumed: {
      subject: "定期便を再開しました",
      body: "定期便（{{products}}）を再開しました。次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}：定期便を再開しました。次回のご注文日は {{next_order_date}} です。",
    },
    cancelled: {
      subject: "定期便を解約しました",
      body: "定期便（{{products}}）を解約しました。今後料金は発生しません。",
      sms: "{{shop_name}}：定期便を解約しました。今後料金は発生しません。",
    },
    skipped: {
      subject: "ご注文をスキップしました",
      body: "{{order_date}} のご注文をスキップしました。料金は発生しません。\n\n次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}：{{order_date}} のご注文をスキップしました。料金は発生しません。",
    },
    address: {
      subject: "お届け先が変更されました",
      body: "今後のお届け先：{{address}}",
      sms: "{{shop_name}}：お届け先が変更されました。今後のお届け先：{{address}}",
    },
    frequency: {
      subject: "定期便のお届け間隔が変更されました",
      body: "今後のお届け間隔：{{frequency}}。次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}：定期便のお届け間隔が変更されました（{{frequency}}）。",
    },
    products: {
      subject: "定期便の内容が変更されました",
      body: "現在の内容：{{products}}。1回のご注文の金額は {{amount}} です。",
      sms: "{{shop_name}}：定期便の内容が変更されました。1回のご注文の金額は {{amount}} です。",
    },
    card_expiring: {
      subject: "カードの有効期限が近づいています",
      body: "{{shop_name}} の定期便にお使いのカード {{card}} の有効期限が近づいています。次回以降のお支払いのため、別のカードをお選びください。",
      sms: "{{shop_name}}：カード {{card}} の有効期限が近づいています。別のカードをお選びください：{{portal_address}}",
    },
    portal_link: {
      subject: "{{shop_name}} へのリンク",
      body: "このリンクから {{shop_name}} の定期便を確認・変更できます。パスワードは必要ありません。\n\n{{good_for}}",
    },
    button: "定期便を開く",
    unsubscribe: "リマインダーメールを停止する",
    stopping: {
      title: "リマインダーメール",
      text: (shop) =>
        `${shop} からのリマインダーメールを停止しますか？変更のお知らせは引き続きお送りします。`,
      button: "リマインダーメールを停止する",
      done: (shop) => `${shop} からのリマインダーメールを停止しました。`,
      again: "リマインダーメールを再開する",
    },
  }),
);
