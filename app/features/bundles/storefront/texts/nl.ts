import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("nl", { one, other });

export const nl = once(
  (): BoxTexts => ({
    backToShop: "Terug naar de winkel",
    box: "Je box",
    items: count("{n} artikel", "{n} artikelen"),
    almost: "Je bent er bijna",
    complete: "Je box is compleet.",
    thanks: "Je box is compleet. Bedankt!",
    update: "Prijs bijwerken",
    gone: {
      title: "Deze box is niet beschikbaar",
      text: "Misschien is hij er niet meer, of is de link niet volledig.",
    },
    nothing: "Deze box is op dit moment leeg.",
    choose: {
      atLeast: count("Kies minstens {n} artikel", "Kies minstens {n} artikelen"),
      upTo: count("Kies maximaal {n} artikel", "Kies maximaal {n} artikelen"),
      exactly: count("Kies {n} artikel", "Kies {n} artikelen"),
      between: (least, most) => `Kies ${least} tot ${most} artikelen`,
      sizes: (sizes) => `Kies ${sizes} artikelen`,
      any: "Kies je producten",
      fixed: "In deze box",
      different: count("Minstens {n} product", "Minstens {n} verschillende producten"),
      others: "Overige",
    },
    item: {
      soldOut: "Uitverkocht",
      optionFor: (title) => `Variant van ${title}`,
      less: (title) => `Eén minder: ${title}`,
      more: (title) => `Eén meer: ${title}`,
      howMany: (title) => `Hoeveel: ${title}`,
    },
    steps: {
      title: "Stappen",
      chosen: (number) => `${number} gekozen`,
      done: "compleet",
      next: (title) => `Volgende: ${title}`,
    },
    order: {
      add: count("Voeg nog {n} artikel toe", "Voeg nog {n} artikelen toe"),
      addDifferent: count("Voeg nog {n} ander product toe", "Voeg nog {n} andere producten toe"),
      takeOut: count("Haal {n} artikel eruit", "Haal {n} artikelen eruit"),
    },
    problem: {
      empty: "Je box is nog leeg.",
      soldOut: "Iets in je box is uitverkocht. Kies een andere variant of haal het eruit.",
      atLeast: (order, least) => `${order}: je box moet er minstens ${least} bevatten.`,
      atMost: (order, most) => `${order}: in je box passen er maximaal ${most}.`,
      sizes: (sizes) => `Kies in totaal ${sizes} artikelen.`,
      minimum: (amount) => `Een box kost minstens ${amount} vóór korting. Voeg nog iets toe.`,
      section: (title, order) => `${title}: ${within("nl", order)}.`,
    },
    discount: {
      tiers: "Korting naar aantal artikelen",
      tier: (number, percent) => `vanaf ${number}: ${percent}`,
      cheer: (order, percent) => `${order} en krijg ${percent} korting`,
      cheerDelivery: (order, percent) => `${order} en krijg ${percent} korting op de bezorging`,
      save: (percent) => `Bespaar ${percent}`,
      saved: "Je bespaart",
      before: "Vóór korting",
      delivery: "Korting op de bezorging",
      code: "Kortingscode, voor je ingevuld",
    },
    often: { title: "Hoe vaak?", once: "Alleen deze keer", each: "Elke keer" },
    go: {
      CART: "In winkelwagen",
      CHECKOUT: "Naar de kassa",
      CUSTOM: "Doorgaan",
      NONE: "Box afronden",
    },
  }),
);
