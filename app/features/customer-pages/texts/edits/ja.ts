import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "毎回のご注文",
  before: "これまで",
  after: "今後",
  perOrder: (amount) => `1回あたり${amount}`,
  choose: "選ぶ",
  swap: {
    title: "どの商品に替えますか？",
    none: "現在、替えられる商品はありません。",
    confirm: "替える",
  },
  add: {
    intro: "外すまで、毎回のご注文に入ります。",
    inEach: "定期便に入っています",
  },
  remove: {
    title: "この商品を外しますか？",
    intro: "今後のご注文には入りません。",
  },
  plan: {
    title: "どのプランにしますか？",
    legend: "プラン",
    none: "ほかのプランはありません。",
  },
  method: { title: "登録済みの別のお支払い方法を使う", use: "これを使う" },
  note: {
    title: "次回のご注文へのメモ",
    hint: "次回のご注文だけのメモです。空にすると消えます。",
    field: "メモ",
  },
  pause: {
    action: "日付を決めて休止する",
    title: "いつまで休止しますか？",
    intro: (date) => `次回のご注文日は${date}の予定です。`,
    field: "ご注文を再開してよい日",
    hint: "その日より前には、ご注文もご請求もありません。",
  },
  gone: "この選択肢は現在ご利用いただけません。",
  done: {
    line_swapped: () => "商品を替えました。",
    line_added: () => "定期便に追加しました。",
    line_removed: () => "定期便から外しました。",
    plan_changed: () => "プランを変更しました。",
    method_changed: () => "お支払い方法を変更しました。",
    note_saved: () => "メモを保存しました。",
    paused_until: () => "休止しました。選んだ日より前には、ご注文もご請求もありません。",
  },
});
