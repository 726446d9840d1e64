import { counted, once } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("de", { one, other });

export const de = once(
  (): BoxTexts => ({
    backToShop: "Zurück zum Shop",
    box: "Ihre Box",
    items: count("{n} Artikel", "{n} Artikel"),
    almost: "Fast geschafft",
    complete: "Ihre Box ist vollständig.",
    thanks: "Ihre Box ist vollständig. Vielen Dank!",
    update: "Preis aktualisieren",
    gone: {
      title: "Diese Box ist nicht verfügbar",
      text: "Vielleicht gibt es sie nicht mehr, oder der Link ist unvollständig.",
    },
    nothing: "Diese Box ist im Augenblick leer.",
    choose: {
      atLeast: count("Wählen Sie mindestens {n} Artikel", "Wählen Sie mindestens {n} Artikel"),
      upTo: count("Wählen Sie bis zu {n} Artikel", "Wählen Sie bis zu {n} Artikel"),
      exactly: count("Wählen Sie {n} Artikel", "Wählen Sie {n} Artikel"),
      between: (least, most) => `Wählen Sie ${least} bis ${most} Artikel`,
      sizes: (sizes) => `Wählen Sie ${sizes} Artikel`,
      any: "Wählen Sie Ihre Produkte",
      fixed: "In dieser Box",
      different: count("Mindestens {n} Produkt", "Mindestens {n} verschiedene Produkte"),
      others: "Weitere",
    },
    item: {
      soldOut: "Ausverkauft",
      optionFor: (title) => `Variante von ${title}`,
      less: (title) => `Eins weniger: ${title}`,
      more: (title) => `Eins mehr: ${title}`,
      howMany: (title) => `Wie viele: ${title}`,
    },
    steps: {
      title: "Schritte",
      chosen: (number) => `${number} gewählt`,
      done: "vollständig",
      next: (title) => `Weiter: ${title}`,
    },
    order: {
      add: count("Nehmen Sie noch {n} Artikel dazu", "Nehmen Sie noch {n} Artikel dazu"),
      addDifferent: count(
        "Nehmen Sie noch {n} anderes Produkt dazu",
        "Nehmen Sie noch {n} andere Produkte dazu",
      ),
      takeOut: count("Nehmen Sie {n} Artikel heraus", "Nehmen Sie {n} Artikel heraus"),
    },
    problem: {
      empty: "Ihre Box ist noch leer.",
      soldOut:
        "Etwas in Ihrer Box ist ausverkauft. Wählen Sie eine andere Variante, oder nehmen Sie es heraus.",
      atLeast: (order, least) => `${order}: In Ihre Box gehören mindestens ${least}.`,
      atMost: (order, most) => `${order}: In Ihre Box passen höchstens ${most}.`,
      sizes: (sizes) => `Wählen Sie insgesamt ${sizes} Artikel.`,
      minimum: (amount) => `Eine Box kostet vor Rabatten mindestens ${amount}. Nehmen Sie noch etwas dazu.`,
      section: (title, order) => `${title}: ${order}.`,
    },
    discount: {
      tiers: "Rabatte nach Anzahl der Artikel",
      tier: (number, percent) => `ab ${number}: ${percent}`,
      cheer: (order, percent) => `${order}: ${percent} Rabatt`,
      cheerDelivery: (order, percent) => `${order}: ${percent} Rabatt auf den Versand`,
      save: (percent) => `${percent} sparen`,
      saved: "Sie sparen",
      before: "Vor Rabatt",
      delivery: "Rabatt auf den Versand",
      code: "Rabattcode, für Sie eingesetzt",
    },
    often: { title: "Wie oft?", once: "Nur dieses Mal", each: "Jedes Mal" },
    go: {
      CART: "In den Warenkorb",
      CHECKOUT: "Zur Kasse",
      CUSTOM: "Weiter",
      NONE: "Box abschließen",
    },
  }),
);
