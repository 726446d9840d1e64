import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Each order",
  before: "So far",
  after: "From now on",
  perOrder: (amount) => `${amount} an order`,
  choose: "Choose",
  swap: {
    title: "What would you like instead?",
    none: "There is nothing to swap it for right now.",
    confirm: "Swap",
  },
  add: {
    intro: "It comes with every order until you remove it.",
    inEach: "In your subscription",
  },
  remove: {
    title: "Remove this product?",
    intro: "It won’t come with any further order.",
  },
  plan: {
    title: "Which plan suits you?",
    legend: "Plan",
    none: "There is no other plan for your products.",
  },
  method: { title: "Pay with another saved method", use: "Use this one" },
  note: {
    title: "A note on your next order",
    hint: "For this one order. Clear it to remove the note.",
    field: "Note",
  },
  pause: {
    action: "Pause until a date",
    title: "Until when would you like to pause?",
    intro: (date) => `Your next order is scheduled for ${date}.`,
    field: "Orders may come again from",
    hint: "There will be no orders or charges before that day.",
  },
  gone: "This choice is no longer available.",
  done: {
    line_swapped: () => "Swapped.",
    line_added: () => "Added to your subscription.",
    line_removed: () => "Removed from your subscription.",
    plan_changed: () => "Your plan is changed.",
    method_changed: () => "Your payment method is changed.",
    note_saved: () => "Your note is saved.",
    paused_until: () => "Paused. There will be no orders or charges before the day you chose.",
  },
});
