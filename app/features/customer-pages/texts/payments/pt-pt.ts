import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `O seu pagamento de ${amount} da encomenda de ${date} não foi concluído.`,
  act: "Verifique o seu cartão ou use outro.",
  bank: "O seu banco pede que o confirme.",
  retry: (date) => `Próxima tentativa: ${date}. Também pode pagar agora ou usar outro cartão.`,
  checking: (amount) => `Estamos a verificar o seu pagamento de ${amount}. Pode demorar um momento.`,
  payNow: (amount) => `Pagar ${amount} agora`,
  another: "Usar outro cartão",
  addCard: "Adicionar um cartão",
  title: "Pagamento",
  intro:
    "Introduz o novo cartão na página do nosso prestador de pagamentos e regressa de imediato. Um pagamento em aberto é então tentado logo.",
  also: "Usar o novo cartão também nestas",
  away: "Esteve ausente durante algum tempo. O que fez na página de pagamento foi registado. Introduza o seu e-mail e enviaremos uma ligação para o ver.",
  done: {
    pay_paid: () => "Pago. Obrigado!",
    pay_failed: () => "O pagamento não foi concluído.",
    pay_open: () => "O pagamento ainda não foi confirmado.",
    pay_waiting: () => "O seu pagamento está a caminho. Saberemos dentro de momentos.",
    card_changed: () => "O seu novo cartão foi guardado.",
    card_kept: () => "Nada mudou: o seu cartão é o mesmo de antes.",
    card_waiting: () => "Aguardamos o prestador de pagamentos. O seu novo cartão aparecerá aqui em breve.",
    card_paid: () => "O seu novo cartão foi guardado e a sua encomenda está paga. Obrigado!",
    card_failed: () => "O seu novo cartão foi guardado, mas o pagamento não foi concluído.",
    card_open: () => "O seu novo cartão foi guardado. O seu banco pede que confirme o pagamento.",
  },
});
