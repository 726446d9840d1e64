import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("nb", { one, other });

export const nb = once(
  (): BoxTexts => ({
    backToShop: "Tilbake til butikken",
    box: "Boksen din",
    items: count("{n} vare", "{n} varer"),
    almost: "Nesten i mål",
    complete: "Boksen din er klar.",
    thanks: "Boksen din er klar. Takk!",
    update: "Oppdater prisen",
    gone: {
      title: "Denne boksen er ikke tilgjengelig",
      text: "Kanskje finnes den ikke lenger, eller lenken er ufullstendig.",
    },
    nothing: "Denne boksen er tom akkurat nå.",
    choose: {
      atLeast: count("Velg minst {n} vare", "Velg minst {n} varer"),
      upTo: count("Velg opptil {n} vare", "Velg opptil {n} varer"),
      exactly: count("Velg {n} vare", "Velg {n} varer"),
      between: (least, most) => `Velg ${least} til ${most} varer`,
      sizes: (sizes) => `Velg ${sizes} varer`,
      any: "Velg produktene dine",
      fixed: "I denne boksen",
      different: count("Minst {n} produkt", "Minst {n} forskjellige produkter"),
      others: "Flere",
    },
    item: {
      soldOut: "Utsolgt",
      optionFor: (title) => `Variant av ${title}`,
      less: (title) => `Én færre: ${title}`,
      more: (title) => `Én til: ${title}`,
      howMany: (title) => `Antall: ${title}`,
    },
    steps: {
      title: "Trinn",
      chosen: (number) => `${number} valgt`,
      done: "klart",
      next: (title) => `Neste: ${title}`,
    },
    order: {
      add: count("Legg til {n} vare til", "Legg til {n} varer til"),
      addDifferent: count("Legg til {n} annet produkt", "Legg til {n} andre produkter"),
      takeOut: count("Ta ut {n} vare", "Ta ut {n} varer"),
    },
    problem: {
      empty: "Boksen din er fortsatt tom.",
      soldOut: "Noe i boksen din er utsolgt. Velg en annen variant, eller ta det ut.",
      atLeast: (order, least) => `${order}: boksen din må inneholde minst ${least}.`,
      atMost: (order, most) => `${order}: det er plass til høyst ${most} i boksen din.`,
      sizes: (sizes) => `Velg ${sizes} varer til sammen.`,
      minimum: (amount) => `En boks koster minst ${amount} før rabatt. Legg til litt mer.`,
      section: (title, order) => `${title}: ${within("nb", order)}.`,
    },
    discount: {
      tiers: "Rabatt etter antall varer",
      tier: (number, percent) => `fra ${number}: ${percent}`,
      cheer: (order, percent) => `${order} og få ${percent} rabatt`,
      cheerDelivery: (order, percent) => `${order} og få ${percent} rabatt på leveringen`,
      save: (percent) => `Spar ${percent}`,
      saved: "Du sparer",
      before: "Før rabatt",
      delivery: "Rabatt på leveringen",
      code: "Rabattkode, lagt til for deg",
    },
    often: { title: "Hvor ofte?", once: "Bare denne gangen", each: "Hver gang" },
    go: {
      CART: "Legg i handlekurven",
      CHECKOUT: "Gå til kassen",
      CUSTOM: "Fortsett",
      NONE: "Fullfør boksen",
    },
  }),
);
