import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("da", { one, other });

export const da = once(
  (): BoxTexts => ({
    backToShop: "Tilbage til butikken",
    box: "Din boks",
    items: count("{n} vare", "{n} varer"),
    almost: "Næsten færdig",
    complete: "Din boks er klar.",
    thanks: "Din boks er klar. Tak!",
    update: "Opdater prisen",
    gone: {
      title: "Denne boks er ikke tilgængelig",
      text: "Måske findes den ikke længere, eller linket er ufuldstændigt.",
    },
    nothing: "Denne boks er tom lige nu.",
    choose: {
      atLeast: count("Vælg mindst {n} vare", "Vælg mindst {n} varer"),
      upTo: count("Vælg op til {n} vare", "Vælg op til {n} varer"),
      exactly: count("Vælg {n} vare", "Vælg {n} varer"),
      between: (least, most) => `Vælg ${least} til ${most} varer`,
      sizes: (sizes) => `Vælg ${sizes} varer`,
      any: "Vælg dine produkter",
      fixed: "I denne boks",
      different: count("Mindst {n} produkt", "Mindst {n} forskellige produkter"),
      others: "Flere",
    },
    item: {
      soldOut: "Udsolgt",
      optionFor: (title) => `Variant af ${title}`,
      less: (title) => `Én færre: ${title}`,
      more: (title) => `Én mere: ${title}`,
      howMany: (title) => `Antal: ${title}`,
    },
    steps: {
      title: "Trin",
      chosen: (number) => `${number} valgt`,
      done: "klar",
      next: (title) => `Næste: ${title}`,
    },
    order: {
      add: count("Tilføj {n} vare mere", "Tilføj {n} varer mere"),
      addDifferent: count("Tilføj {n} andet produkt", "Tilføj {n} andre produkter"),
      takeOut: count("Fjern {n} vare", "Fjern {n} varer"),
    },
    problem: {
      empty: "Din boks er stadig tom.",
      soldOut: "Noget i din boks er udsolgt. Vælg en anden variant, eller fjern det.",
      atLeast: (order, least) => `${order}: din boks skal indeholde mindst ${least}.`,
      atMost: (order, most) => `${order}: der er højst plads til ${most} i din boks.`,
      sizes: (sizes) => `Vælg ${sizes} varer i alt.`,
      minimum: (amount) => `En boks koster mindst ${amount} før rabat. Tilføj lidt mere.`,
      section: (title, order) => `${title}: ${within("da", order)}.`,
    },
    discount: {
      tiers: "Rabat efter antal varer",
      tier: (number, percent) => `fra ${number}: ${percent}`,
      cheer: (order, percent) => `${order}, og få ${percent} rabat`,
      cheerDelivery: (order, percent) => `${order}, og få ${percent} rabat på leveringen`,
      save: (percent) => `Spar ${percent}`,
      saved: "Du sparer",
      before: "Før rabat",
      delivery: "Rabat på leveringen",
      code: "Rabatkode, tilføjet for dig",
    },
    often: { title: "Hvor tit?", once: "Kun denne gang", each: "Hver gang" },
    go: { CART: "Læg i kurven", CHECKOUT: "Gå til kassen", CUSTOM: "Fortsæt", NONE: "Afslut boksen" },
  }),
);
