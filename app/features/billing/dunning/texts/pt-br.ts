import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const ptBR = once(
  (): FailureTexts => ({
    subject: (shop) => `Seu pagamento para ${shop} não foi concluído`,
    endedSubject: (shop) => `Não foi possível pagar seu pedido em ${shop}`,
    act: "Verifique sua forma de pagamento ou escolha outra. Seu pedido será preparado assim que for pago.",
    retry: (day) =>
      `Tentaremos de novo em ${day}. Até lá, você pode verificar sua forma de pagamento ou escolher outra.`,
    blocked: "Escolha outra forma de pagamento. Seu pedido será preparado assim que for pago.",
    paused: "Sua assinatura está pausada por enquanto. Você pode retomá-la quando quiser.",
    cancelled: "Por isso sua assinatura foi cancelada.",
    skipped: "Este pedido foi pulado. Sua assinatura continua com o próximo.",
    stopped: "Sua assinatura parou. Escolha outra forma de pagamento para retomá-la.",
  }),
);
