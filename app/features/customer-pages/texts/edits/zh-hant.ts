import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "每筆訂單",
  before: "目前",
  after: "今後",
  perOrder: (amount) => `每筆訂單 ${amount}`,
  choose: "選擇",
  swap: {
    title: "您想換成什麼？",
    none: "目前沒有可更換的商品。",
    confirm: "更換",
  },
  add: {
    intro: "每筆訂單都會包含，直到您移除為止。",
    inEach: "已在您的訂閱中",
  },
  remove: {
    title: "移除此商品？",
    intro: "之後的訂單都不再包含此商品。",
  },
  plan: {
    title: "哪個方案適合您？",
    legend: "方案",
    none: "您的商品沒有其他方案。",
  },
  method: { title: "使用其他已儲存的付款方式", use: "使用此方式" },
  note: {
    title: "下一筆訂單的備註",
    hint: "僅用於這一筆訂單。清空即可移除備註。",
    field: "備註",
  },
  pause: {
    action: "暫停至某日",
    title: "您想暫停到什麼時候？",
    intro: (date) => `您的下一筆訂單訂於 ${date}。`,
    field: "恢復訂單的日期",
    hint: "在該日之前，不會產生訂單或扣款。",
  },
  gone: "此選項已無法使用。",
  done: {
    line_swapped: () => "已更換。",
    line_added: () => "已新增到您的訂閱。",
    line_removed: () => "已從您的訂閱中移除。",
    plan_changed: () => "您的方案已更改。",
    method_changed: () => "您的付款方式已更改。",
    note_saved: () => "您的備註已儲存。",
    paused_until: () => "已暫停。在您選擇的日期之前，不會產生訂單或扣款。",
  },
});
