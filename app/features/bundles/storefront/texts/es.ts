import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("es", { one, other });

export const es = once(
  (): BoxTexts => ({
    backToShop: "Volver a la tienda",
    box: "Tu caja",
    items: count("{n} artículo", "{n} artículos"),
    almost: "Ya casi está",
    complete: "Tu caja está completa.",
    thanks: "Tu caja está completa. ¡Gracias!",
    update: "Actualizar el precio",
    gone: {
      title: "Esta caja no está disponible",
      text: "Puede que ya no se ofrezca o que el enlace esté incompleto.",
    },
    nothing: "Esta caja está vacía por ahora.",
    choose: {
      atLeast: count("Elige al menos {n} artículo", "Elige al menos {n} artículos"),
      upTo: count("Elige hasta {n} artículo", "Elige hasta {n} artículos"),
      exactly: count("Elige {n} artículo", "Elige {n} artículos"),
      between: (least, most) => `Elige de ${least} a ${most} artículos`,
      sizes: (sizes) => `Elige ${sizes} artículos`,
      any: "Elige tus productos",
      fixed: "En esta caja",
      different: count("Al menos {n} producto", "Al menos {n} productos distintos"),
      others: "Otros",
    },
    item: {
      soldOut: "Agotado",
      optionFor: (title) => `Opción de ${title}`,
      less: (title) => `Uno menos: ${title}`,
      more: (title) => `Uno más: ${title}`,
      howMany: (title) => `Cantidad: ${title}`,
    },
    steps: {
      title: "Pasos",
      chosen: (number) => `Elegidos: ${number}`,
      done: "completo",
      next: (title) => `Siguiente: ${title}`,
    },
    order: {
      add: count("Añade {n} artículo más", "Añade {n} artículos más"),
      addDifferent: count("Añade {n} producto distinto más", "Añade {n} productos distintos más"),
      takeOut: count("Quita {n} artículo", "Quita {n} artículos"),
    },
    problem: {
      empty: "Tu caja todavía está vacía.",
      soldOut: "Algo de tu caja está agotado. Elige otra opción o quítalo.",
      atLeast: (order, least) => `${order}: tu caja necesita al menos ${least}.`,
      atMost: (order, most) => `${order}: en tu caja caben como máximo ${most}.`,
      sizes: (sizes) => `Elige ${sizes} artículos en total.`,
      minimum: (amount) => `Las cajas cuestan al menos ${amount} antes de descuentos. Añade algo más.`,
      section: (title, order) => `${title}: ${within("es", order)}.`,
    },
    discount: {
      tiers: "Descuentos según el número de artículos",
      tier: (number, percent) => `desde ${number}: ${percent}`,
      cheer: (order, percent) => `${order} y consigue un ${percent} de descuento`,
      cheerDelivery: (order, percent) => `${order} y consigue un ${percent} de descuento en el envío`,
      save: (percent) => `Ahorra un ${percent}`,
      saved: "Ahorras",
      before: "Antes del descuento",
      delivery: "Descuento en el envío",
      code: "Código de descuento, añadido para ti",
    },
    often: { title: "¿Con qué frecuencia?", once: "Solo esta vez", each: "Cada vez" },
    go: {
      CART: "Añadir al carrito",
      CHECKOUT: "Ir a pagar",
      CUSTOM: "Continuar",
      NONE: "Terminar la caja",
    },
  }),
);
