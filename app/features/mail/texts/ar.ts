import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const ar = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `مرحبًا ${name}،` : "مرحبًا،"),
    footer: (shop) => `تصلك هذه الرسالة بسبب اشتراكك لدى ${shop}.`,
    orCopy: "أو انسخ هذا العنوان إلى متصفحك:",
    portalLink: {
      button: "فتح اشتراكاتي",
      goodUntil: (until) => `يعمل الرابط حتى ${until}.`,
      once: "يمكن فتحه مرة واحدة.",
      notYou: "لم تطلب ذلك؟ يمكنك تجاهل هذه الرسالة. يُرجى عدم مشاركة الرابط.",
    },
    paymentAsked: {
      subject: (shop) => `وسيلة الدفع الخاصة بك لدى ${shop}`,
      heading: "استلمنا طلبك",
      text: (shop) => `طلبت تحديث وسيلة الدفع. أبلغنا ${shop} بذلك، وسيصلك منهم رابط من مزوّد خدمة الدفع.`,
      notYou: (shop) => `لم تطلب ذلك؟ يُرجى التواصل مع ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `وسيلة الدفع الخاصة بك لدى ${shop}`,
      heading: "يُرجى تحديث وسيلة الدفع",
      text: (shop) => `يطلب منك ${shop} بطاقة أخرى لاشتراكك، حتى يمكن دفع قيمة طلباتك القادمة.`,
      button: "استخدام بطاقة أخرى",
    },
    paymentWanted: {
      subject: (customer) => `طلب تحديث وسيلة الدفع من ${customer}`,
      heading: "طلب أحد العملاء تحديث وسيلة الدفع",
      text: (customer, contract) =>
        `وصل من ${customer} طلب رابط لتحديث وسيلة الدفع للعقد ${contract}. يُرجى إرساله من منصة التجارة.`,
    },
  }),
);
