import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

/** 1 produkt, 2 produkty, 5 produktów. */
const count = (one: string, few: string, other: string) => counted("pl", { one, few, other });

export const pl = once(
  (): BoxTexts => ({
    backToShop: "Wróć do sklepu",
    box: "Twój zestaw",
    items: count("{n} produkt", "{n} produkty", "{n} produktów"),
    almost: "Już prawie gotowe",
    complete: "Twój zestaw jest gotowy.",
    thanks: "Twój zestaw jest gotowy. Dziękujemy!",
    update: "Przelicz cenę",
    gone: {
      title: "Ten zestaw jest niedostępny",
      text: "Być może już go nie ma albo link jest niepełny.",
    },
    nothing: "Ten zestaw jest na razie pusty.",
    choose: {
      atLeast: count(
        "Wybierz co najmniej {n} produkt",
        "Wybierz co najmniej {n} produkty",
        "Wybierz co najmniej {n} produktów",
      ),
      upTo: count(
        "Wybierz najwyżej {n} produkt",
        "Wybierz najwyżej {n} produkty",
        "Wybierz najwyżej {n} produktów",
      ),
      exactly: count("Wybierz {n} produkt", "Wybierz {n} produkty", "Wybierz {n} produktów"),
      between: (least, most) => `Wybierz od ${least} do ${most} produktów`,
      sizes: (sizes) => `Liczba produktów do wyboru: ${sizes}`,
      any: "Wybierz swoje produkty",
      fixed: "W tym zestawie",
      different: count(
        "Co najmniej {n} produkt",
        "Co najmniej {n} różne produkty",
        "Co najmniej {n} różnych produktów",
      ),
      others: "Pozostałe",
    },
    item: {
      soldOut: "Wyprzedane",
      optionFor: (title) => `Wariant: ${title}`,
      less: (title) => `Jeden mniej: ${title}`,
      more: (title) => `Jeden więcej: ${title}`,
      howMany: (title) => `Ile sztuk: ${title}`,
    },
    steps: {
      title: "Kroki",
      chosen: (number) => `Wybrano: ${number}`,
      done: "gotowe",
      next: (title) => `Dalej: ${title}`,
    },
    order: {
      add: count("Dodaj jeszcze {n} produkt", "Dodaj jeszcze {n} produkty", "Dodaj jeszcze {n} produktów"),
      addDifferent: count(
        "Dodaj jeszcze {n} inny produkt",
        "Dodaj jeszcze {n} inne produkty",
        "Dodaj jeszcze {n} innych produktów",
      ),
      takeOut: count("Usuń {n} produkt", "Usuń {n} produkty", "Usuń {n} produktów"),
    },
    problem: {
      empty: "Twój zestaw jest jeszcze pusty.",
      soldOut: "Coś w Twoim zestawie jest wyprzedane. Wybierz inny wariant albo to usuń.",
      atLeast: (order, least) => `${order}: minimum w zestawie to ${least}.`,
      atMost: (order, most) => `${order}: maksimum w zestawie to ${most}.`,
      sizes: (sizes) => `Łączna liczba produktów musi wynosić: ${sizes}.`,
      minimum: (amount) => `Najniższa wartość zestawu przed rabatami to ${amount}. Dodaj coś jeszcze.`,
      section: (title, order) => `${title}: ${within("pl", order)}.`,
    },
    discount: {
      tiers: "Rabaty według liczby produktów",
      tier: (number, percent) => `od ${number}: ${percent}`,
      cheer: (order, percent) => `${order} i odbierz ${percent} rabatu`,
      cheerDelivery: (order, percent) => `${order} i odbierz ${percent} rabatu na dostawę`,
      save: (percent) => `Rabat ${percent}`,
      saved: "Oszczędzasz",
      before: "Przed rabatem",
      delivery: "Rabat na dostawę",
      code: "Kod rabatowy, już dodany",
    },
    often: { title: "Jak często?", once: "Tylko tym razem", each: "Za każdym razem" },
    go: {
      CART: "Dodaj do koszyka",
      CHECKOUT: "Przejdź do kasy",
      CUSTOM: "Dalej",
      NONE: "Zakończ zestaw",
    },
  }),
);
