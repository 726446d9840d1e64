import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Pedidos anteriores",
    all: "Todos los pedidos anteriores",
    none: "Aún no hay pedidos anteriores.",
    paid: "Pagado",
    failed: "Pago fallido",
    skipped: "Omitido",
    number: "Pedido",
    underWay: "Pago en curso",
    asksBank: "A la espera de tu banco",
    notSent: "No enviado",
    refunded: "Reembolsado",
    partRefunded: (amount) => `${amount} reembolsados`,
  },
  receipt: {
    title: "Recibo",
    paidOn: "Pagado el",
    soldBy: "Vendido por",
    subtotal: "Subtotal",
    refund: "Reembolsado",
    left: "Tras el reembolso",
    tax: "Los precios incluyen los impuestos aplicables.",
    deliveries: (number) => `${number} entregas, pagadas por adelantado`,
  },
  orderNow: {
    title: "¿Quieres tu próximo pedido ya?",
    intro: (date) => `Está previsto para el ${date}.`,
    consequence: "Cobramos ahora y preparamos el pedido. Los siguientes se cuentan desde hoy.",
    confirm: (total) => `Pedir ahora por ${total}`,
  },
});
