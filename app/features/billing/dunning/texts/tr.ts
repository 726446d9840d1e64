import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const tr = once(
  (): FailureTexts => ({
    subject: (shop) => `${shop} ödemeniz tamamlanamadı`,
    endedSubject: (shop) => `${shop} siparişinizin ödemesi alınamadı`,
    act: "Lütfen ödeme yönteminizi kontrol edin veya başka bir yöntem seçin. Siparişiniz ödenir ödenmez verilir.",
    retry: (day) =>
      `Yeniden deneyeceğimiz tarih: ${day}. Öncesinde ödeme yönteminizi kontrol edebilir veya başka bir yöntem seçebilirsiniz.`,
    blocked: "Lütfen başka bir ödeme yöntemi seçin. Siparişiniz ödenir ödenmez verilir.",
    paused: "Aboneliğiniz şimdilik duraklatıldı. Dilediğiniz zaman devam ettirebilirsiniz.",
    cancelled: "Bu nedenle aboneliğiniz iptal edildi.",
    skipped: "Bu sipariş atlandı. Aboneliğiniz bir sonrakiyle devam ediyor.",
    stopped: "Aboneliğiniz durdu. Yeniden başlatmak için başka bir ödeme yöntemi seçin.",
  }),
);
