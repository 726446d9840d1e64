import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Seu pagamento de ${amount} pelo pedido de ${date} não foi concluído.`,
  act: "Verifique seu cartão ou use outro.",
  bank: "Seu banco pede que você o confirme.",
  retry: (date) => `Próxima tentativa: ${date}. Você também pode pagar agora ou usar outro cartão.`,
  checking: (amount) => `Estamos verificando seu pagamento de ${amount}. Pode levar um momento.`,
  payNow: (amount) => `Pagar ${amount} agora`,
  another: "Usar outro cartão",
  addCard: "Adicionar um cartão",
  title: "Pagamento",
  intro:
    "Você digita o novo cartão na página do nosso provedor de pagamento e volta em seguida. Um pagamento em aberto é então tentado na hora.",
  also: "Usar o novo cartão também nestas",
  away: "Você ficou fora por um tempo. O que você fez na página de pagamento foi registrado. Digite seu e-mail e enviaremos um link para ver.",
  done: {
    pay_paid: () => "Pago. Obrigado!",
    pay_failed: () => "O pagamento não foi concluído.",
    pay_open: () => "O pagamento ainda não foi confirmado.",
    pay_waiting: () => "Seu pagamento está a caminho. Saberemos em instantes.",
    card_changed: () => "Seu novo cartão foi salvo.",
    card_kept: () => "Nada mudou: seu cartão é o mesmo de antes.",
    card_waiting: () => "Aguardamos o provedor de pagamento. Seu novo cartão aparecerá aqui em breve.",
    card_paid: () => "Seu novo cartão foi salvo e seu pedido está pago. Obrigado!",
    card_failed: () => "Seu novo cartão foi salvo, mas o pagamento não foi concluído.",
    card_open: () => "Seu novo cartão foi salvo. Seu banco pede que você confirme o pagamento.",
  },
});
