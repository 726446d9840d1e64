import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

/** 1 produkt, 2 produkty, 5 produktů. */
const count = (one: string, few: string, other: string) => counted("cs", { one, few, other });

export const cs = once(
  (): BoxTexts => ({
    backToShop: "Zpět do obchodu",
    box: "Váš balíček",
    items: count("{n} produkt", "{n} produkty", "{n} produktů"),
    almost: "Už jen kousek",
    complete: "Váš balíček je kompletní.",
    thanks: "Váš balíček je kompletní. Děkujeme!",
    update: "Přepočítat cenu",
    gone: {
      title: "Tento balíček není k dispozici",
      text: "Možná už není v nabídce, nebo je odkaz neúplný.",
    },
    nothing: "Tento balíček je zatím prázdný.",
    choose: {
      atLeast: count(
        "Vyberte alespoň {n} produkt",
        "Vyberte alespoň {n} produkty",
        "Vyberte alespoň {n} produktů",
      ),
      upTo: count(
        "Vyberte nejvýše {n} produkt",
        "Vyberte nejvýše {n} produkty",
        "Vyberte nejvýše {n} produktů",
      ),
      exactly: count("Vyberte {n} produkt", "Vyberte {n} produkty", "Vyberte {n} produktů"),
      between: (least, most) => `Vyberte od ${least} do ${most} produktů`,
      sizes: (sizes) => `Počet produktů na výběr: ${sizes}`,
      any: "Vyberte si produkty",
      fixed: "V tomto balíčku",
      different: count("Alespoň {n} produkt", "Alespoň {n} různé produkty", "Alespoň {n} různých produktů"),
      others: "Další",
    },
    item: {
      soldOut: "Vyprodáno",
      optionFor: (title) => `Varianta: ${title}`,
      less: (title) => `O jeden méně: ${title}`,
      more: (title) => `O jeden více: ${title}`,
      howMany: (title) => `Kolik kusů: ${title}`,
    },
    steps: {
      title: "Kroky",
      chosen: (number) => `Vybráno: ${number}`,
      done: "hotovo",
      next: (title) => `Další: ${title}`,
    },
    order: {
      add: count("Přidejte ještě {n} produkt", "Přidejte ještě {n} produkty", "Přidejte ještě {n} produktů"),
      addDifferent: count(
        "Přidejte ještě {n} jiný produkt",
        "Přidejte ještě {n} jiné produkty",
        "Přidejte ještě {n} jiných produktů",
      ),
      takeOut: count("Odeberte {n} produkt", "Odeberte {n} produkty", "Odeberte {n} produktů"),
    },
    problem: {
      empty: "Váš balíček je zatím prázdný.",
      soldOut: "Něco z vašeho balíčku je vyprodané. Vyberte jinou variantu, nebo to odeberte.",
      atLeast: (order, least) => `${order}: minimum v balíčku je ${least}.`,
      atMost: (order, most) => `${order}: maximum v balíčku je ${most}.`,
      sizes: (sizes) => `Celkový počet produktů musí být: ${sizes}.`,
      minimum: (amount) => `Nejnižší cena balíčku před slevami je ${amount}. Přidejte ještě něco.`,
      section: (title, order) => `${title}: ${within("cs", order)}.`,
    },
    discount: {
      tiers: "Slevy podle počtu produktů",
      tier: (number, percent) => `od ${number}: ${percent}`,
      cheer: (order, percent) => `${order} a získejte slevu ${percent}`,
      cheerDelivery: (order, percent) => `${order} a získejte slevu ${percent} na dopravu`,
      save: (percent) => `Sleva ${percent}`,
      saved: "Ušetříte",
      before: "Před slevou",
      delivery: "Sleva na dopravu",
      code: "Slevový kód, už je vložený",
    },
    often: { title: "Jak často?", once: "Jen tentokrát", each: "Pokaždé" },
    go: {
      CART: "Vložit do košíku",
      CHECKOUT: "Přejít k pokladně",
      CUSTOM: "Pokračovat",
      NONE: "Dokončit balíček",
    },
  }),
);
