import { counted, once } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

/** After a verb: one, two, 3 to 10, 11 to 99, and 100 products. */
const products = (verb: string) =>
  counted("ar", {
    one: `${verb} منتجًا واحدًا`,
    two: `${verb} منتجين`,
    few: `${verb} {n} منتجات`,
    many: `${verb} {n} منتجًا`,
    other: `${verb} {n} منتج`,
  });

export const ar = once(
  (): BoxTexts => ({
    backToShop: "العودة إلى المتجر",
    box: "صندوقك",
    items: counted("ar", {
      zero: "لا منتجات",
      one: "منتج واحد",
      two: "منتجان",
      few: "{n} منتجات",
      many: "{n} منتجًا",
      other: "{n} منتج",
    }),
    almost: "اقتربت من النهاية",
    complete: "صندوقك مكتمل.",
    thanks: "صندوقك مكتمل. شكرًا لك!",
    update: "تحديث السعر",
    gone: { title: "هذا الصندوق غير متاح", text: "ربما لم يعد معروضًا، أو أن الرابط غير مكتمل." },
    nothing: "هذا الصندوق فارغ حاليًا.",
    choose: {
      atLeast: counted("ar", {
        one: "اختر منتجًا واحدًا على الأقل",
        two: "اختر منتجين على الأقل",
        few: "اختر {n} منتجات على الأقل",
        many: "اختر {n} منتجًا على الأقل",
        other: "اختر {n} منتج على الأقل",
      }),
      upTo: counted("ar", {
        one: "اختر منتجًا واحدًا على الأكثر",
        two: "اختر منتجين على الأكثر",
        few: "اختر {n} منتجات على الأكثر",
        many: "اختر {n} منتجًا على الأكثر",
        other: "اختر {n} منتج على الأكثر",
      }),
      exactly: products("اختر"),
      between: (least, most) => `عدد المنتجات: من ${least} إلى ${most}`,
      sizes: (sizes) => `عدد المنتجات: ${sizes}`,
      any: "اختر منتجاتك",
      fixed: "في هذا الصندوق",
      different: counted("ar", {
        one: "منتج واحد على الأقل",
        two: "منتجان مختلفان على الأقل",
        few: "{n} منتجات مختلفة على الأقل",
        many: "{n} منتجًا مختلفًا على الأقل",
        other: "{n} منتج مختلف على الأقل",
      }),
      others: "المزيد",
    },
    item: {
      soldOut: "نفدت الكمية",
      optionFor: (title) => `خيار ${title}`,
      less: (title) => `إنقاص واحد: ${title}`,
      more: (title) => `زيادة واحد: ${title}`,
      howMany: (title) => `الكمية: ${title}`,
    },
    steps: {
      title: "الخطوات",
      chosen: (number) => `المختار: ${number}`,
      done: "مكتمل",
      next: (title) => `التالي: ${title}`,
    },
    order: {
      add: products("أضف"),
      addDifferent: counted("ar", {
        one: "أضف منتجًا مختلفًا آخر",
        two: "أضف منتجين مختلفين آخرين",
        few: "أضف {n} منتجات مختلفة أخرى",
        many: "أضف {n} منتجًا مختلفًا آخر",
        other: "أضف {n} منتج مختلف آخر",
      }),
      takeOut: products("أزل"),
    },
    problem: {
      empty: "صندوقك ما زال فارغًا.",
      soldOut: "نفدت كمية أحد منتجات صندوقك. اختر خيارًا آخر أو أزله.",
      atLeast: (order, least) => `${order}: الحد الأدنى لصندوقك ${least}.`,
      atMost: (order, most) => `${order}: الحد الأقصى لصندوقك ${most}.`,
      sizes: (sizes) => `يجب أن يكون مجموع المنتجات: ${sizes}.`,
      minimum: (amount) => `تبدأ الصناديق من ${amount} قبل الخصم. أضف المزيد.`,
      section: (title, order) => `${title}: ${order}.`,
    },
    discount: {
      tiers: "الخصومات حسب عدد المنتجات",
      tier: (number, percent) => `من ${number}: ${percent}`,
      cheer: (order, percent) => `${order} واحصل على خصم ${percent}`,
      cheerDelivery: (order, percent) => `${order} واحصل على خصم ${percent} على التوصيل`,
      save: (percent) => `وفّر ${percent}`,
      saved: "توفّر",
      before: "قبل الخصم",
      delivery: "خصم التوصيل",
      code: "رمز الخصم، أضفناه لك",
    },
    often: { title: "كم مرة؟", once: "هذه المرة فقط", each: "في كل مرة" },
    go: {
      CART: "أضف إلى السلة",
      CHECKOUT: "إتمام الشراء",
      CUSTOM: "متابعة",
      NONE: "إنهاء الصندوق",
    },
  }),
);
