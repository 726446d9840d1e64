import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const it = once(
  (): FailureTexts => ({
    subject: (shop) => `Il tuo pagamento a ${shop} non è riuscito`,
    endedSubject: (shop) => `Non è stato possibile pagare il tuo ordine con ${shop}`,
    act: "Controlla il tuo metodo di pagamento o scegline un altro. L’ordine viene preparato appena è pagato.",
    retry: (day) =>
      `Riproveremo in data ${day}. Prima di allora puoi controllare il tuo metodo di pagamento o sceglierne un altro.`,
    blocked: "Scegli un altro metodo di pagamento. L’ordine viene preparato appena è pagato.",
    paused: "Per ora il tuo abbonamento è in pausa. Puoi riprenderlo quando vuoi.",
    cancelled: "Per questo il tuo abbonamento è stato disdetto.",
    skipped: "Questo ordine è stato saltato. Il tuo abbonamento continua con il prossimo.",
    stopped: "Il tuo abbonamento si è fermato. Scegli un altro metodo di pagamento per riprenderlo.",
  }),
);
