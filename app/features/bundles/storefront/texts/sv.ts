import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("sv", { one, other });

export const sv = once(
  (): BoxTexts => ({
    backToShop: "Tillbaka till butiken",
    box: "Din låda",
    items: count("{n} vara", "{n} varor"),
    almost: "Nästan klart",
    complete: "Din låda är klar.",
    thanks: "Din låda är klar. Tack!",
    update: "Uppdatera priset",
    gone: {
      title: "Den här lådan är inte tillgänglig",
      text: "Den kanske inte finns längre, eller så är länken ofullständig.",
    },
    nothing: "Den här lådan är tom just nu.",
    choose: {
      atLeast: count("Välj minst {n} vara", "Välj minst {n} varor"),
      upTo: count("Välj upp till {n} vara", "Välj upp till {n} varor"),
      exactly: count("Välj {n} vara", "Välj {n} varor"),
      between: (least, most) => `Välj ${least} till ${most} varor`,
      sizes: (sizes) => `Välj ${sizes} varor`,
      any: "Välj dina produkter",
      fixed: "I den här lådan",
      different: count("Minst {n} produkt", "Minst {n} olika produkter"),
      others: "Övrigt",
    },
    item: {
      soldOut: "Slutsåld",
      optionFor: (title) => `Variant av ${title}`,
      less: (title) => `En färre: ${title}`,
      more: (title) => `En till: ${title}`,
      howMany: (title) => `Antal: ${title}`,
    },
    steps: {
      title: "Steg",
      chosen: (number) => `${number} valda`,
      done: "klart",
      next: (title) => `Nästa: ${title}`,
    },
    order: {
      add: count("Lägg till {n} vara till", "Lägg till {n} varor till"),
      addDifferent: count("Lägg till {n} annan produkt", "Lägg till {n} andra produkter"),
      takeOut: count("Ta bort {n} vara", "Ta bort {n} varor"),
    },
    problem: {
      empty: "Din låda är fortfarande tom.",
      soldOut: "Något i din låda är slutsålt. Välj en annan variant eller ta bort det.",
      atLeast: (order, least) => `${order}: din låda ska innehålla minst ${least}.`,
      atMost: (order, most) => `${order}: din låda rymmer högst ${most}.`,
      sizes: (sizes) => `Välj sammanlagt ${sizes} varor.`,
      minimum: (amount) => `En låda kostar minst ${amount} före rabatt. Lägg till lite till.`,
      section: (title, order) => `${title}: ${within("sv", order)}.`,
    },
    discount: {
      tiers: "Rabatt efter antal varor",
      tier: (number, percent) => `från ${number}: ${percent}`,
      cheer: (order, percent) => `${order} och få ${percent} rabatt`,
      cheerDelivery: (order, percent) => `${order} och få ${percent} rabatt på leveransen`,
      save: (percent) => `Spara ${percent}`,
      saved: "Du sparar",
      before: "Före rabatt",
      delivery: "Rabatt på leveransen",
      code: "Rabattkod, ifylld åt dig",
    },
    often: { title: "Hur ofta?", once: "Bara den här gången", each: "Varje gång" },
    go: {
      CART: "Lägg i varukorgen",
      CHECKOUT: "Till kassan",
      CUSTOM: "Fortsätt",
      NONE: "Slutför lådan",
    },
  }),
);
