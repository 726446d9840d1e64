import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

// A text message that begins with a shop's Latin name would be laid out from left to right, so a mark (U+200F) precedes
// it.
export const ar = once(
  (): NoticeTexts => ({
    created: {
      subject: "اشتراكك لدى {{shop_name}}",
      body: "شكرًا على اشتراكك: {{products}}.\n\nموعد طلبك القادم: {{next_order_date}}.",
      sms: "\u200f{{shop_name}}: شكرًا على اشتراكك. موعد طلبك القادم: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "اقترب موعد طلبك القادم من {{shop_name}}",
      body: "في {{order_date}} سنجهّز طلبك القادم: {{products}}. المبلغ: {{amount}}.\n\nلا يزال بإمكانك تعديله أو تخطيه.",
      sms: "\u200f{{shop_name}}: في {{order_date}} سنجهّز طلبك القادم. المبلغ: {{amount}}. لا يزال بإمكانك تعديله أو تخطيه.",
    },
    order_paid: {
      subject: "طلبك من {{shop_name}}",
      body: "استلمنا دفعتك مقابل {{products}}. يجري الآن تجهيز طلبك {{order_name}}.\n\nموعد طلبك القادم: {{next_order_date}}.",
      sms: "\u200f{{shop_name}}: استلمنا دفعتك. يجري الآن تجهيز طلبك {{order_name}}.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "تعذّر تحصيل الدفعة لاشتراكك لدى {{shop_name}}.\n\n{{what_to_do}}",
      sms: "\u200f{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "اشتراكك متوقف مؤقتًا",
      body: "اشتراكك ({{products}}) متوقف مؤقتًا. لن نخصم أي مبلغ حتى استئنافه.",
      sms: "\u200f{{shop_name}}: اشتراكك متوقف مؤقتًا. لن نخصم أي مبلغ حتى استئنافه.",
    },
    resumed: {
      subject: "تم استئناف اشتراكك",
      body: "تم استئناف اشتراكك ({{products}}). موعد طلبك القادم: {{next_order_date}}.",
      sms: "\u200f{{shop_name}}: تم استئناف اشتراكك. موعد طلبك القادم: {{next_order_date}}.",
    },
    cancelled: {
      subject: "تم إلغاء اشتراكك",
      body: "تم إلغاء اشتراكك ({{products}}). لن نخصم أي مبلغ بعد الآن.",
      sms: "\u200f{{shop_name}}: تم إلغاء اشتراكك. لن نخصم أي مبلغ بعد الآن.",
    },
    skipped: {
      subject: "تم تخطي طلبك",
      body: "تم تخطي طلبك المقرر في {{order_date}}، ولن نخصم أي مبلغ مقابله.\n\nموعد طلبك القادم: {{next_order_date}}.",
      sms: "\u200f{{shop_name}}: تم تخطي طلبك المقرر في {{order_date}}، ولن نخصم أي مبلغ مقابله.",
    },
    address: {
      subject: "تم تغيير عنوان التوصيل",
      body: "من الآن فصاعدًا نرسل طلباتك إلى: {{address}}",
      sms: "\u200f{{shop_name}}: تم تغيير عنوان التوصيل إلى: {{address}}",
    },
    frequency: {
      subject: "تم تغيير تكرار اشتراكك",
      body: "من الآن فصاعدًا: {{frequency}}. موعد طلبك القادم: {{next_order_date}}.",
      sms: "\u200f{{shop_name}}: تم تغيير تكرار اشتراكك: {{frequency}}.",
    },
    products: {
      subject: "تم تغيير اشتراكك",
      body: "محتويات اشتراكك الآن: {{products}}. مبلغ كل طلب: {{amount}}.",
      sms: "\u200f{{shop_name}}: تم تغيير اشتراكك. مبلغ كل طلب: {{amount}}.",
    },
    card_expiring: {
      subject: "ستنتهي صلاحية بطاقتك قريبًا",
      body: "ستنتهي قريبًا صلاحية البطاقة {{card}} التي تدفع بها اشتراكك لدى {{shop_name}}. يُرجى اختيار بطاقة أخرى ليتسنى دفع طلباتك القادمة.",
      sms: "\u200f{{shop_name}}: ستنتهي قريبًا صلاحية بطاقتك {{card}}. يُرجى اختيار بطاقة أخرى: {{portal_address}}",
    },
    portal_link: {
      subject: "رابطك إلى {{shop_name}}",
      body: "استخدم هذا الرابط لعرض اشتراكاتك لدى {{shop_name}} وإدارتها. لا حاجة إلى كلمة مرور.\n\n{{good_for}}",
    },
    button: "فتح اشتراكاتي",
    unsubscribe: "إيقاف رسائل التذكير بالبريد الإلكتروني",
    stopping: {
      title: "رسائل التذكير بالبريد الإلكتروني",
      text: (shop) =>
        `هل تريد إيقاف رسائل التذكير بالبريد الإلكتروني من ${shop}؟ سنستمر في إعلامك بأي تغيير.`,
      button: "إيقاف رسائل التذكير",
      done: (shop) => `لن تصلك بعد الآن رسائل تذكير بالبريد الإلكتروني من ${shop}.`,
      again: "استلام رسائل التذكير من جديد",
    },
  }),
);
