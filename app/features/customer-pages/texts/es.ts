import { once } from "~/lib/languages/wording";
import { edits } from "./edits/es";
import { orders } from "./orders/es";
import { payments } from "./payments/es";
import type { PortalTexts } from "./portal-texts";
import { problems } from "./problems/es";

const UNITS = {
  DAY: ["día", "días"],
  WEEK: ["semana", "semanas"],
  MONTH: ["mes", "meses"],
  YEAR: ["año", "años"],
};

export const es = once(
  (): PortalTexts => ({
    heading: "Tus suscripciones",
    defaultHelp: (shop) => `¿Dudas? En ${shop} te ayudamos con gusto.`,
    skipToContent: "Ir al contenido",
    testGateway: "Pasarela de prueba: no se mueve dinero",
    back: "Volver",
    backToList: "Todas las suscripciones",
    save: "Guardar",
    undo: "Deshacer",
    notNow: "Ahora no",
    remove: "Quitar",
    add: "Añadir",
    change: "Cambiar",
    optional: "opcional",
    status: {
      ACTIVE: "Activa",
      PAUSED: "En pausa",
      CANCELLED: "Cancelada",
      EXPIRED: "Terminada",
      FAILED: "Pago fallido",
    },
    noOrder: {
      ACTIVE: "Todavía no hay ningún pedido previsto.",
      PAUSED: "Tu suscripción está en pausa. No se envía ni se cobra nada hasta que la reanudes.",
      CANCELLED: "Tu suscripción está cancelada. No habrá más pedidos ni cobros.",
      EXPIRED: "Tu suscripción ha terminado. No habrá más pedidos ni cobros.",
      FAILED: "No pudimos cobrar el pago, así que no hay ningún pedido previsto. Revisa tu forma de pago.",
    },
    every: (interval, count, number) =>
      count === 1 ? `Cada ${UNITS[interval][0]}` : `Cada ${number} ${UNITS[interval][1]}`,
    quantityOf: (number) => `Cantidad: ${number}`,

    list: {
      empty: "No tienes suscripciones aquí.",
      nextOrder: "Próximo pedido",
      open: "Gestionar",
    },
    next: {
      title: "Tu próximo pedido",
      total: "Total",
      delivery: "Envío",
      free: "Gratis",
      discount: "Descuento",
      shipTo: "Se entrega en",
      pickup: "Lo recoges tú.",
      payment: "Pago",
      noPayment: "No hay ninguna forma de pago guardada.",
      savedMethod: "Forma de pago guardada",
      cardEnding: (digits) => `terminada en ${digits}`,
      expires: (month) => `Caduca en ${month}`,
      cardExpired: "Esta tarjeta ha caducado. Actualízala antes de tu próximo pedido.",
      paymentFailed: "Tu último pago no se pudo cobrar.",
      leftOut: "No va en este pedido",
      once: "Solo esta vez",
      deliveredEvery: (frequency) => `Entrega: ${frequency.toLowerCase()}`,
    },
    action: {
      skip: "Omitir este pedido",
      reschedule: "Cambiar la fecha",
      pause: "Pausar",
      resume: "Reanudar",
      cancel: "Cancelar la suscripción",
      reactivate: "Reactivar la suscripción",
      address: "Cambiar la dirección",
      frequency: "Cambiar la frecuencia",
      quantity: "Cambiar la cantidad",
      attributes: "Cambiar los detalles",
      skip_line: "Omitir la próxima vez",
      discount_code: "Código de descuento",
      one_time_products: "Añadir algo a tu próximo pedido",
      payment_update: "Actualizar la forma de pago",
      order_now: "Pedir ahora",
      payment_method: "Cambiar la forma de pago",
      add_line: "Añadir un producto a la suscripción",
      remove_line: "Quitar este producto",
      swap_line: "Cambiar por otro",
      change_plan: "Cambiar de plan",
      order_note: "Nota para este pedido",
    },
    manage: "Tu suscripción",
    items: "Lo que recibes",
    editLine: "Cambiar la cantidad o los detalles",
    putBack: "Volver a incluir",
    later: { title: "Después", skipped: "Omitido", unskip: "No omitir" },
    ...orders(),
    edits: edits(),
    pages: { previous: "Anterior", next: "Siguiente", of: (page, pages) => `Página ${page} de ${pages}` },

    reschedule: {
      title: "¿Cuándo quieres tu próximo pedido?",
      intro: (date) =>
        `Está previsto para el ${date}. Los siguientes mantienen su ritmo a partir del nuevo día.`,
      field: "Nueva fecha",
      hint: "A partir de mañana y en el plazo de un año.",
    },
    address: {
      title: "¿Dónde lo entregamos?",
      intro: "Vale desde tu próximo pedido.",
      firstName: "Nombre",
      lastName: "Apellidos",
      company: "Empresa",
      address1: "Calle y número",
      address2: "Piso, puerta, edificio",
      zip: "Código postal",
      city: "Localidad",
      province: "Provincia o estado",
      country: "País",
      phone: "Teléfono",
    },
    frequency: {
      title: "¿Cada cuánto quieres tu pedido?",
      intro: (now) => `Ahora: ${now.toLowerCase()}.`,
      legend: "Frecuencia",
      other: "Otro ritmo",
      count: "Cada",
      unit: "Unidad",
      units: { DAY: "días", WEEK: "semanas", MONTH: "meses", YEAR: "años" },
    },
    line: {
      quantity: "Cantidad",
      quantityHint: "Desde tu próximo pedido.",
      details: "Detalles",
      detailsHint: "Vacía un campo para quitar el detalle.",
      addDetail: "Añadir un detalle",
      name: "Nombre",
      value: "Valor",
      skipTitle: "Esta vez no",
      skipHint: "Tu próximo pedido llegará sin este producto. Después vuelve a estar.",
    },
    discount: {
      title: "Código de descuento",
      apply: "Aplicar",
      percentOff: (percent) => `${percent} de descuento`,
      amountOff: (amount) => `${amount} de descuento`,
      forOrders: (count, number) => (count === 1 ? "Solo en un pedido" : `En ${number} pedidos`),
      onSelected: "En productos seleccionados",
    },
    oneTime: {
      title: "Añade algo a tu próximo pedido",
      intro: (date) => `Se añade una sola vez, a tu pedido del ${date}.`,
      search: "Buscar un producto",
      find: "Buscar",
      none: "No se ha encontrado nada.",
      addOne: (title) => `Añadir ${title}`,
      added: "En tu próximo pedido",
    },
    paying: payments(),
    payment: {
      title: "Actualizar tu forma de pago",
      intro: "Por tu seguridad, se actualiza en una página del proveedor de pagos. Te enviamos el enlace.",
    },
    cancel: {
      title: "Cancelar tu suscripción",
      why: "¿Por qué quieres cancelar?",
      intro: "Tu respuesta nos ayuda a mejorar.",
      continue: "Continuar",
      keep: "Conservar mi suscripción",
      confirmTitle: "¿Cancelar esta suscripción?",
      consequence: "Ya no se enviará ni se cobrará ningún pedido.",
      lastOrder: (date) => `El pedido previsto para el ${date} no se enviará.`,
      afterMore: (count, number) =>
        count === 1
          ? "Podrás cancelar después de un pedido más."
          : `Podrás cancelar después de ${number} pedidos más.`,
      comment: "¿Quieres contarnos algo más?",
      confirm: "Cancelar la suscripción",
      offerTitle: "Antes de irte",
      offer: {
        SKIP: (date) => `Puedes omitir el pedido del ${date} y conservar tu suscripción.`,
        PAUSE: "Puedes hacer una pausa: no se envía ni se cobra nada hasta que la reanudes.",
        DISCOUNT: (value) => `Quédate y consigue ${value}.`,
      },
      accept: {
        SKIP: "Omitir este pedido",
        PAUSE: "Mejor una pausa",
        DISCOUNT: "Quedarme con el descuento",
      },
      reasons: {
        too_much: "Tengo más de lo que necesito",
        break: "Necesito una pausa",
        too_expensive: "Es demasiado caro",
        not_right: "Los productos no son para mí",
        other: "Otro motivo",
      },
    },
    reactivate: {
      title: "¿Reactivar tu suscripción?",
      intro: "Los pedidos se envían y se cobran como antes, desde la próxima fecha posible.",
      confirm: "Reactivar la suscripción",
    },

    done: {
      skipped: (date) => (date ? `Omitido. Tu próximo pedido está previsto para el ${date}.` : "Omitido."),
      unskipped: (date) => `Tu pedido del ${date} se mantiene.`,
      rescheduled: (date) => `Tu próximo pedido está previsto ahora para el ${date}.`,
      paused: () => "En pausa. No se envía ni se cobra nada hasta que la reanudes.",
      resumed: (date) =>
        date
          ? `Qué bien tenerte de vuelta. Tu próximo pedido está previsto para el ${date}.`
          : "Qué bien tenerte de vuelta.",
      cancelled: () => "Tu suscripción está cancelada.",
      reactivated: (date) =>
        date ? `Seguimos adelante. Tu próximo pedido está previsto para el ${date}.` : "Seguimos adelante.",
      address: () => "Tu nueva dirección está guardada.",
      frequency: (date) =>
        date ? `Guardado. Tu próximo pedido está previsto para el ${date}.` : "Guardado.",
      quantity: () => "Cantidad actualizada.",
      attributes: () => "Detalles guardados.",
      line_skipped: () => "Tu próximo pedido llegará sin este producto.",
      line_unskipped: () => "El producto vuelve a estar en tu próximo pedido.",
      code_applied: () => "Código aplicado.",
      code_removed: () => "Código quitado.",
      product_added: () => "Añadido a tu próximo pedido.",
      product_removed: () => "Quitado de tu próximo pedido.",
      payment_mail: () => "Hemos recibido tu solicitud. El enlace llegará por correo.",
      ordered: (date) =>
        date
          ? `Pagado. Estamos preparando tu pedido y el siguiente está previsto para el ${date}.`
          : "Pagado. Estamos preparando tu pedido.",
      order_declined: () => "Tu pago no se pudo cobrar y todavía no se envía nada. Revisa tu forma de pago.",
      order_asks_bank: () =>
        "Tu banco quiere que confirmes el pago antes de realizarlo. Confírmalo con tu banco.",
      order_under_way: () =>
        "Estamos cobrando tu pago. Puede tardar unos minutos; no hace falta que lo pidas otra vez.",
      ...payments().done,
      ...edits().done,
    },
    ...problems(),
  }),
);
