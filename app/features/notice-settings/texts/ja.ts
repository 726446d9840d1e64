import type { NoticeTexts } from "~/features/notice-settings/texts/notice-texts";
import { once } from "~/lib/languages/wording";

export const ja = once(
  (): NoticeTexts => ({
    created: {
      subject: "{{shop_name}} の定期購入について",
      body: "定期購入のお申し込みありがとうございます: {{products}}\n\n次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}: 定期購入のお申し込みありがとうございます。次回のご注文日は {{next_order_date}} です。",
    },
    upcoming_order: {
      subject: "{{shop_name}} の次回のご注文が近づいています",
      body: "{{order_date}} に次回のご注文をご用意いたします: {{products}}。金額は {{amount}} です。\n\n今からでも変更またはスキップしていただけます。",
      sms: "{{shop_name}}: {{order_date}} に次回のご注文をご用意いたします（{{amount}}）。変更またはスキップも可能です。",
    },
    order_paid: {
      subject: "{{shop_name}} のご注文について",
      body: "{{products}} のお支払いを確認いたしました。ご注文 {{order_name}} の準備を進めております。\n\n次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}: お支払いを確認いたしました。ご注文 {{order_name}} の準備を進めております。",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "{{shop_name}} の定期購入のお支払いを受け付けることができませんでした。\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "定期購入を一時停止しました",
      body: "定期購入（{{products}}）を一時停止しました。再開まで料金は発生しません。",
      sms: "{{shop_name}}: 定期購入を一時停止しました。再開まで料金は発生しません。",
    },
    resumed: {
      subject: "定期購入を再開しました",
      body: "定期購入（{{products}}）を再開しました。次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}: 定期購入を再開しました。次回のご注文日は {{next_order_date}} です。",
    },
    cancelled: {
      subject: "定期購入を解約しました",
      body: "定期購入（{{products}}）を解約しました。今後料金は発生しません。",
      sms: "{{shop_name}}: 定期購入を解約しました。今後料金は発生しません。",
    },
    skipped: {
      subject: "ご注文をスキップしました",
      body: "{{order_date}} のご注文をスキップしました。料金は発生しません。\n\n次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}: {{order_date}} のご注文をスキップしました。料金は発生しません。",
    },
    address: {
      subject: "お届け先が変更されました",
      body: "今後のお届け先: {{address}}",
      sms: "{{shop_name}}: お届け先が変更されました。今後のお届け先: {{address}}",
    },
    frequency: {
      subject: "定期購入の頻度が変更されました",
      body: "今後の頻度: {{frequency}}。次回のご注文日は {{next_order_date}} です。",
      sms: "{{shop_name}}: 定期購入の頻度が変更されました: {{frequency}}。",
    },
    products: {
      subject: "定期購入の内容が変更されました",
      body: "現在の内容: {{products}}。1回のご注文の金額は {{amount}} です。",
      sms: "{{shop_name}}: 定期購入の内容が変更されました。1回のご注文の金額は {{amount}} です。",
    },
    card_expiring: {
      subject: "カードの有効期限が近づいています",
      body: "{{shop_name}} の定期購入にお使いのカード {{card}} の有効期限が近づいています。次回以降のお支払いのため、別のカードをお選びください。",
      sms: "{{shop_name}}: カード {{card}} の有効期限が近づいています。別のカードをお選びください: {{portal_address}}",
    },
    portal_link: {
      subject: "{{shop_name}} へのリンク",
      body: "このリンクから {{shop_name}} の定期購入を確認・変更できます。パスワードは必要ありません。\n\n{{good_for}}",
    },
    button: "定期購入を開く",
    unsubscribe: "メールでのお知らせを停止する:",
    stopping: {
      title: "メールでのお知らせ",
      text: (shop) => `${shop} からのご案内メールを停止しますか？変更のお知らせは引き続きお送りします。`,
      button: "お知らせを停止する",
      done: (shop) => `${shop} からのご案内メールを停止しました。`,
      again: "お知らせを再開する",
    },
  }),
);
