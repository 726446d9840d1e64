import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Pedidos anteriores",
    all: "Todos os pedidos anteriores",
    none: "Ainda não há pedidos anteriores.",
    paid: "Pago",
    failed: "Falha no pagamento",
    skipped: "Pulado",
    number: "Pedido",
    underWay: "Pagamento em andamento",
    asksBank: "Aguardando seu banco",
    notSent: "Não enviado",
    refunded: "Reembolsado",
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
    title: "Quer o próximo pedido agora?",
    intro: (date) => `Data prevista: ${date}.`,
    consequence: "Cobramos agora e preparamos seu pedido. Os pedidos seguintes contam a partir de hoje.",
    confirm: (total) => `Pedir agora por ${total}`,
  },
});
