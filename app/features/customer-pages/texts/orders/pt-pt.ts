import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Encomendas anteriores",
    all: "Todas as encomendas anteriores",
    none: "Ainda não há encomendas anteriores.",
    paid: "Paga",
    failed: "Pagamento falhado",
    skipped: "Saltada",
    number: "Encomenda",
    underWay: "Pagamento em curso",
    asksBank: "A aguardar o seu banco",
    notSent: "Não enviada",
    refunded: "Reembolsada",
    partRefunded: (amount) => `${amount} reembolsados`,
  },
  receipt: {
    title: "Recibo",
    paidOn: "Pago em",
    soldBy: "Vendido por",
    subtotal: "Subtotal",
    refund: "Reembolsado",
    left: "Após reembolsos",
    tax: "Os preços incluem os impostos aplicáveis.",
    deliveries: (number) => `${number} entregas, pagas antecipadamente`,
  },
  orderNow: {
    title: "Quer já a próxima encomenda?",
    intro: (date) => `Data prevista: ${date}.`,
    consequence:
      "Cobramos agora e preparamos a sua encomenda. As encomendas seguintes contam a partir de hoje.",
    confirm: (total) => `Encomendar agora por ${total}`,
  },
});
