import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const ar = once(
  (): FailureTexts => ({
    subject: (shop) => `لم تنجح دفعتك إلى ${shop}`,
    endedSubject: (shop) => `تعذّر دفع قيمة طلبك لدى ${shop}`,
    act: "يُرجى التحقق من وسيلة الدفع أو اختيار وسيلة أخرى. يُنفَّذ طلبك فور دفع قيمته.",
    retry: (day) => `سنحاول مرة أخرى في ${day}. يمكنك قبل ذلك التحقق من وسيلة الدفع أو اختيار وسيلة أخرى.`,
    blocked: "يُرجى اختيار وسيلة دفع أخرى. يُنفَّذ طلبك فور دفع قيمته.",
    paused: "اشتراكك متوقف مؤقتًا الآن. يمكنك استئنافه متى شئت.",
    cancelled: "لذلك تم إلغاء اشتراكك.",
    skipped: "تم تخطي هذا الطلب. يستمر اشتراكك مع الطلب التالي.",
    stopped: "توقف اشتراكك. اختر وسيلة دفع أخرى لاستئنافه.",
  }),
);
