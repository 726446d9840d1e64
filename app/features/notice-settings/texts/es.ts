import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const es = once(
  (): NoticeTexts => ({
    created: {
      subject: "Tu suscripción en {{shop_name}}",
      body: "Gracias por tu suscripción: {{products}}.\n\nTu próximo pedido está previsto para el {{next_order_date}}.",
      sms: "{{shop_name}}: Gracias por tu suscripción. Tu próximo pedido está previsto para el {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Se acerca tu próximo pedido de {{shop_name}}",
      body: "El {{order_date}} prepararemos tu próximo pedido: {{products}}. Cuesta {{amount}}.\n\nTodavía puedes cambiarlo u omitirlo.",
      sms: "{{shop_name}}: El {{order_date}} prepararemos tu próximo pedido ({{amount}}). Todavía puedes cambiarlo u omitirlo.",
    },
    order_paid: {
      subject: "Tu pedido de {{shop_name}}",
      body: "Hemos recibido tu pago por {{products}}. Tu pedido {{order_name}} se está preparando.\n\nTu próximo pedido está previsto para el {{next_order_date}}.",
      sms: "{{shop_name}}: Hemos recibido tu pago. Tu pedido {{order_name}} se está preparando.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "No hemos podido cobrar el pago de tu suscripción en {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Tu suscripción está en pausa",
      body: "Tu suscripción ({{products}}) está en pausa. No se te cobrará nada hasta que se reanude.",
      sms: "{{shop_name}}: Tu suscripción está en pausa. No se te cobrará nada hasta que se reanude.",
    },
    resumed: {
      subject: "Tu suscripción continúa",
      body: "Tu suscripción ({{products}}) continúa. Tu próximo pedido está previsto para el {{next_order_date}}.",
      sms: "{{shop_name}}: Tu suscripción continúa. Tu próximo pedido está previsto para el {{next_order_date}}.",
    },
    cancelled: {
      subject: "Tu suscripción está cancelada",
      body: "Tu suscripción ({{products}}) está cancelada. No se te cobrará nada más.",
      sms: "{{shop_name}}: Tu suscripción está cancelada. No se te cobrará nada más.",
    },
    skipped: {
      subject: "Tu pedido se ha omitido",
      body: "Tu pedido del {{order_date}} se ha omitido y no se te cobra.\n\nTu próximo pedido está previsto para el {{next_order_date}}.",
      sms: "{{shop_name}}: Tu pedido del {{order_date}} se ha omitido y no se te cobra.",
    },
    address: {
      subject: "Tu dirección de entrega ha cambiado",
      body: "A partir de ahora tus pedidos se envían a: {{address}}",
      sms: "{{shop_name}}: Tu dirección de entrega ha cambiado: {{address}}",
    },
    frequency: {
      subject: "Ha cambiado la frecuencia de tu suscripción",
      body: "A partir de ahora: {{frequency}}. Tu próximo pedido está previsto para el {{next_order_date}}.",
      sms: "{{shop_name}}: Ha cambiado la frecuencia de tu suscripción: {{frequency}}.",
    },
    products: {
      subject: "Tu suscripción ha cambiado",
      body: "Tu suscripción es ahora: {{products}}. Un pedido cuesta {{amount}}.",
      sms: "{{shop_name}}: Tu suscripción ha cambiado. Un pedido cuesta {{amount}}.",
    },
    card_expiring: {
      subject: "Tu tarjeta está a punto de caducar",
      body: "La tarjeta {{card}}, con la que pagas tu suscripción en {{shop_name}}, está a punto de caducar. Elige otra, por favor, para que se puedan pagar tus próximos pedidos.",
      sms: "{{shop_name}}: Tu tarjeta {{card}} está a punto de caducar. Elige otra: {{portal_address}}",
    },
    portal_link: {
      subject: "Tu enlace a {{shop_name}}",
      body: "Con este enlace ves y cambias tus suscripciones en {{shop_name}}. No necesitas ninguna contraseña.\n\n{{good_for}}",
    },
    button: "Abrir mis suscripciones",
    unsubscribe: "No recibir más recordatorios por correo",
    stopping: {
      title: "Recordatorios por correo",
      text: (shop) =>
        `¿No quieres recibir más recordatorios por correo de ${shop}? Seguiremos informándote de los cambios.`,
      button: "Dejar de recibir recordatorios",
      done: (shop) => `No recibirás más recordatorios por correo de ${shop}.`,
      again: "Volver a recibir recordatorios",
    },
  }),
);
