import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const es = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Hola, ${name}:` : "Hola:"),
    footer: (shop) => `Recibes este correo por tu suscripción en ${shop}.`,
    orCopy: "O copia esta dirección en tu navegador:",
    portalLink: {
      button: "Abrir mis suscripciones",
      goodUntil: (until) => `El enlace es válido hasta el ${until}.`,
      once: "Se abre una sola vez.",
      notYou: "¿No lo has pedido? Entonces no tienes que hacer nada. No compartas el enlace, por favor.",
    },
    paymentAsked: {
      subject: (shop) => `Tu forma de pago en ${shop}`,
      heading: "Hemos recibido tu solicitud",
      text: (shop) =>
        `Quieres actualizar tu forma de pago. ${shop} ya está al corriente y te enviará un enlace del proveedor de pagos.`,
      notYou: (shop) => `¿No lo has pedido? Entonces ponte en contacto con ${shop}, por favor.`,
    },
    cardAsked: {
      subject: (shop) => `Tu forma de pago en ${shop}`,
      heading: "Actualiza tu forma de pago",
      text: (shop) =>
        `${shop} te pide otra tarjeta para tu suscripción, para que se puedan pagar tus próximos pedidos.`,
      button: "Usar otra tarjeta",
    },
    paymentWanted: {
      subject: (customer) => `${customer} quiere actualizar su forma de pago`,
      heading: "Una solicitud para actualizar la forma de pago",
      text: (customer, contract) =>
        `${customer} pide un enlace para actualizar la forma de pago del contrato ${contract}. Envíalo desde la plataforma de comercio, por favor.`,
    },
  }),
);
