import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const es = once(
  (): FailureTexts => ({
    subject: (shop) => `No se ha podido cobrar tu pago a ${shop}`,
    endedSubject: (shop) => `No se ha podido pagar tu pedido en ${shop}`,
    act: "Revisa tu forma de pago o elige otra. Prepararemos tu pedido en cuanto esté pagado.",
    retry: (day) =>
      `Lo intentaremos de nuevo el ${day}. Hasta entonces puedes revisar tu forma de pago o elegir otra.`,
    blocked: "Elige otra forma de pago, por favor. Prepararemos tu pedido en cuanto esté pagado.",
    paused: "Tu suscripción está en pausa por ahora. Puedes reanudarla cuando quieras.",
    cancelled: "Por eso se ha cancelado tu suscripción.",
    skipped: "Este pedido se ha omitido. Tu suscripción continúa con el siguiente.",
    stopped: "Tu suscripción se ha detenido. Elige otra forma de pago para retomarla.",
  }),
);
