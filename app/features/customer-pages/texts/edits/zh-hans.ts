import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "每笔订单",
  before: "目前",
  after: "今后",
  perOrder: (amount) => `每笔订单 ${amount}`,
  choose: "选择",
  swap: {
    title: "您想换成什么？",
    none: "目前没有可更换的商品。",
    confirm: "更换",
  },
  add: {
    intro: "每笔订单都会包含，直到您移除为止。",
    inEach: "已在您的订阅中",
  },
  remove: {
    title: "移除此商品？",
    intro: "之后的订单都不再包含此商品。",
  },
  plan: {
    title: "哪个方案适合您？",
    legend: "方案",
    none: "您的商品没有其他方案。",
  },
  method: { title: "使用其他已保存的付款方式", use: "使用此方式" },
  note: {
    title: "下一笔订单的备注",
    hint: "仅用于这一笔订单。清空即可移除备注。",
    field: "备注",
  },
  pause: {
    action: "暂停至某日",
    title: "您想暂停到什么时候？",
    intro: (date) => `您的下一笔订单定于 ${date}。`,
    field: "恢复订单的日期",
    hint: "在该日之前，不会产生订单或扣款。",
  },
  gone: "此选项已不可用。",
  done: {
    line_swapped: () => "已更换。",
    line_added: () => "已添加到您的订阅。",
    line_removed: () => "已从您的订阅中移除。",
    plan_changed: () => "您的方案已更改。",
    method_changed: () => "您的付款方式已更改。",
    note_saved: () => "您的备注已保存。",
    paused_until: () => "已暂停。在您选择的日期之前，不会产生订单或扣款。",
  },
});
