import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const ptPT = once(
  (): FailureTexts => ({
    subject: (shop) => `O seu pagamento a ${shop} não foi concluído`,
    endedSubject: (shop) => `Não foi possível pagar a sua encomenda em ${shop}`,
    act: "Verifique o seu método de pagamento ou escolha outro. A encomenda será preparada assim que estiver paga.",
    retry: (day) =>
      `Voltamos a tentar em ${day}. Até lá, pode verificar o seu método de pagamento ou escolher outro.`,
    blocked: "Escolha outro método de pagamento. A encomenda será preparada assim que estiver paga.",
    paused: "A sua subscrição está em pausa por agora. Pode retomá-la quando quiser.",
    cancelled: "Por isso, a sua subscrição foi cancelada.",
    skipped: "Esta encomenda foi saltada. A sua subscrição continua com a próxima.",
    stopped: "A sua subscrição parou. Escolha outro método de pagamento para a retomar.",
  }),
);
