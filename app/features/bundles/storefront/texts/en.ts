import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("en", { one, other });

export const en = once(
  (): BoxTexts => ({
    backToShop: "Back to the shop",
    box: "Your box",
    items: count("{n} item", "{n} items"),
    almost: "Almost there",
    complete: "Your box is complete.",
    thanks: "Your box is complete. Thank you!",
    update: "Update price",
    gone: {
      title: "This bundle is not available",
      text: "It may have ended, or the link may be incomplete.",
    },
    nothing: "This bundle is empty at the moment.",
    choose: {
      atLeast: count("Choose at least {n} item", "Choose at least {n} items"),
      upTo: count("Choose up to {n} item", "Choose up to {n} items"),
      exactly: count("Choose {n} item", "Choose {n} items"),
      between: (least, most) => `Choose ${least} to ${most} items`,
      sizes: (sizes) => `Choose ${sizes} items`,
      any: "Choose your products",
      fixed: "In this box",
      different: count("At least {n} product", "At least {n} different products"),
      others: "More",
    },
    item: {
      soldOut: "Sold out",
      optionFor: (title) => `Option for ${title}`,
      less: (title) => `One less ${title}`,
      more: (title) => `One more ${title}`,
      howMany: (title) => `How many: ${title}`,
    },
    steps: {
      title: "Steps",
      chosen: (number) => `${number} chosen`,
      done: "complete",
      next: (title) => `Next: ${title}`,
    },
    order: {
      add: count("Add {n} more item", "Add {n} more items"),
      addDifferent: count("Add {n} more different product", "Add {n} more different products"),
      takeOut: count("Take out {n} item", "Take out {n} items"),
    },
    problem: {
      empty: "Your box is still empty.",
      soldOut: "Something in your box is sold out. Choose another option, or take it out.",
      atLeast: (order, least) => `${order}: your box needs at least ${least}.`,
      atMost: (order, most) => `${order}: your box holds at most ${most}.`,
      sizes: (sizes) => `Choose ${sizes} items in all.`,
      minimum: (amount) => `Boxes start at ${amount} before discounts. Add a little more.`,
      section: (title, order) => `${title}: ${within("en", order)}.`,
    },
    discount: {
      tiers: "Discounts by number of items",
      tier: (number, percent) => `${number}+: ${percent}`,
      cheer: (order, percent) => `${order} for ${percent} off`,
      cheerDelivery: (order, percent) => `${order} for ${percent} off delivery`,
      save: (percent) => `Save ${percent}`,
      saved: "You save",
      before: "Before discount",
      delivery: "Off delivery",
      code: "Discount code, added for you",
    },
    often: { title: "How often?", once: "Just this once", each: "Each time" },
    go: { CART: "Add to cart", CHECKOUT: "Go to checkout", CUSTOM: "Continue", NONE: "Finish box" },
  }),
);
