import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Tu pago de ${amount} por el pedido del ${date} no se pudo cobrar.`,
  act: "Revisa tu tarjeta o usa otra.",
  bank: "Tu banco quiere que lo confirmes.",
  retry: (date) => `Lo intentaremos de nuevo el ${date}. También puedes pagar ahora o usar otra tarjeta.`,
  checking: (amount) => `Estamos comprobando tu pago de ${amount}. Puede tardar un momento.`,
  payNow: (amount) => `Pagar ${amount} ahora`,
  another: "Usar otra tarjeta",
  addCard: "Añadir una tarjeta",
  title: "Pago",
  intro:
    "Introduces la nueva tarjeta en la página de nuestro proveedor de pagos y vuelves enseguida. Un pago pendiente se intenta entonces al momento.",
  also: "Usar la nueva tarjeta también para",
  away: "Has estado fuera un rato. Lo que hiciste en la página de pago ha quedado registrado. Escribe tu correo y te enviaremos un enlace para verlo.",
  done: {
    pay_paid: () => "Pagado. ¡Gracias!",
    pay_failed: () => "El pago no se pudo cobrar.",
    pay_open: () => "El pago aún no está confirmado.",
    pay_waiting: () => "Tu pago está en camino. Lo sabremos en un momento.",
    card_changed: () => "Tu nueva tarjeta está guardada.",
    card_kept: () => "No se ha cambiado nada: tu tarjeta es la misma de antes.",
    card_waiting: () => "Esperamos al proveedor de pagos. Tu nueva tarjeta aparecerá aquí en breve.",
    card_paid: () => "Tu nueva tarjeta está guardada y tu pedido está pagado. ¡Gracias!",
    card_failed: () => "Tu nueva tarjeta está guardada, pero el pago no se pudo cobrar.",
    card_open: () => "Tu nueva tarjeta está guardada. Tu banco quiere que confirmes el pago.",
  },
});
