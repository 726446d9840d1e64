import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("fi", { one, other });

export const fi = once(
  (): BoxTexts => ({
    backToShop: "Takaisin kauppaan",
    box: "Pakettisi",
    items: count("{n} tuote", "{n} tuotetta"),
    almost: "Melkein valmista",
    complete: "Pakettisi on valmis.",
    thanks: "Pakettisi on valmis. Kiitos!",
    update: "Päivitä hinta",
    gone: {
      title: "Tämä paketti ei ole saatavilla",
      text: "Sitä ei ehkä enää ole, tai linkki on puutteellinen.",
    },
    nothing: "Tämä paketti on juuri nyt tyhjä.",
    choose: {
      atLeast: count("Valitse vähintään {n} tuote", "Valitse vähintään {n} tuotetta"),
      upTo: count("Valitse enintään {n} tuote", "Valitse enintään {n} tuotetta"),
      exactly: count("Valitse {n} tuote", "Valitse {n} tuotetta"),
      between: (least, most) => `Valitse ${least}–${most} tuotetta`,
      sizes: (sizes) => `Valitse ${sizes} tuotetta`,
      any: "Valitse tuotteesi",
      fixed: "Tässä paketissa",
      different: count("Vähintään {n} tuote", "Vähintään {n} eri tuotetta"),
      others: "Muut",
    },
    item: {
      soldOut: "Loppunut",
      optionFor: (title) => `Vaihtoehto: ${title}`,
      less: (title) => `Yksi vähemmän: ${title}`,
      more: (title) => `Yksi lisää: ${title}`,
      howMany: (title) => `Määrä: ${title}`,
    },
    steps: {
      title: "Vaiheet",
      chosen: (number) => `Valittu: ${number}`,
      done: "valmis",
      next: (title) => `Seuraava: ${title}`,
    },
    order: {
      add: count("Lisää vielä {n} tuote", "Lisää vielä {n} tuotetta"),
      addDifferent: count("Lisää vielä {n} muu tuote", "Lisää vielä {n} eri tuotetta"),
      takeOut: count("Poista {n} tuote", "Poista {n} tuotetta"),
    },
    problem: {
      empty: "Pakettisi on vielä tyhjä.",
      soldOut: "Jokin pakettisi tuotteista on loppunut. Valitse toinen vaihtoehto tai poista se.",
      atLeast: (order, least) => `${order}: paketissa on oltava vähintään ${least}.`,
      atMost: (order, most) => `${order}: pakettiin mahtuu enintään ${most}.`,
      sizes: (sizes) => `Valitse yhteensä ${sizes} tuotetta.`,
      minimum: (amount) => `Paketin hinta ennen alennuksia on vähintään ${amount}. Lisää vielä jotakin.`,
      section: (title, order) => `${title}: ${within("fi", order)}.`,
    },
    discount: {
      tiers: "Alennukset tuotemäärän mukaan",
      tier: (number, percent) => `${number} tai enemmän: ${percent}`,
      cheer: (order, percent) => `${order}, niin saat alennusta ${percent}`,
      cheerDelivery: (order, percent) => `${order}, niin saat toimituksesta alennusta ${percent}`,
      save: (percent) => `Säästä ${percent}`,
      saved: "Säästät",
      before: "Ennen alennusta",
      delivery: "Alennus toimituksesta",
      code: "Alennuskoodi, lisätty puolestasi",
    },
    often: { title: "Kuinka usein?", once: "Vain tämän kerran", each: "Joka kerta" },
    go: {
      CART: "Lisää ostoskoriin",
      CHECKOUT: "Siirry kassalle",
      CUSTOM: "Jatka",
      NONE: "Viimeistele paketti",
    },
  }),
);
