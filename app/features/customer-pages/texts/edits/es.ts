import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Cada pedido",
  before: "Hasta ahora",
  after: "A partir de ahora",
  perOrder: (amount) => `${amount} por pedido`,
  choose: "Elegir",
  swap: {
    title: "¿Qué prefieres en su lugar?",
    none: "Ahora mismo no hay nada por lo que cambiarlo.",
    confirm: "Cambiar",
  },
  add: {
    intro: "Llega con cada pedido hasta que lo quites.",
    inEach: "En tu suscripción",
  },
  remove: {
    title: "¿Quitar este producto?",
    intro: "No llegará con ningún otro pedido.",
  },
  plan: {
    title: "¿Qué plan te conviene?",
    legend: "Planes disponibles",
    none: "No hay otro plan para tus productos.",
  },
  method: { title: "Pagar con otra forma de pago guardada", use: "Usar esta" },
  note: {
    title: "Una nota para tu próximo pedido",
    hint: "Solo para este pedido. Vacía el campo para quitarla.",
    field: "Nota",
  },
  pause: {
    action: "Pausar hasta una fecha",
    title: "¿Hasta cuándo quieres pausar?",
    intro: (date) => `Tu próximo pedido está previsto para el ${date}.`,
    field: "Volver a recibir desde el",
    hint: "Antes de ese día no se envía ni se cobra nada.",
  },
  gone: "Esta opción ya no está disponible.",
  done: {
    line_swapped: () => "Cambiado.",
    line_added: () => "Añadido a tu suscripción.",
    line_removed: () => "Quitado de tu suscripción.",
    plan_changed: () => "Tu plan ha cambiado.",
    method_changed: () => "Tu forma de pago ha cambiado.",
    note_saved: () => "Tu nota está guardada.",
    paused_until: () => "En pausa. No se envía ni se cobra nada antes del día elegido.",
  },
});
