import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("it", { one, other });

export const it = once(
  (): BoxTexts => ({
    backToShop: "Torna al negozio",
    box: "La tua box",
    items: count("{n} articolo", "{n} articoli"),
    almost: "Ci sei quasi",
    complete: "La tua box è completa.",
    thanks: "La tua box è completa. Grazie!",
    update: "Aggiorna il prezzo",
    gone: {
      title: "Questa box non è disponibile",
      text: "Forse non è più in vendita, oppure il link è incompleto.",
    },
    nothing: "Al momento questa box è vuota.",
    choose: {
      atLeast: count("Scegli almeno {n} articolo", "Scegli almeno {n} articoli"),
      upTo: count("Scegli fino a {n} articolo", "Scegli fino a {n} articoli"),
      exactly: count("Scegli {n} articolo", "Scegli {n} articoli"),
      between: (least, most) => `Scegli da ${least} a ${most} articoli`,
      sizes: (sizes) => `Scegli ${sizes} articoli`,
      any: "Scegli i tuoi prodotti",
      fixed: "In questa box",
      different: count("Almeno {n} prodotto", "Almeno {n} prodotti diversi"),
      others: "Altro",
    },
    item: {
      soldOut: "Esaurito",
      optionFor: (title) => `Opzione per ${title}`,
      less: (title) => `Uno in meno: ${title}`,
      more: (title) => `Uno in più: ${title}`,
      howMany: (title) => `Quantità: ${title}`,
    },
    steps: {
      title: "Passaggi",
      chosen: (number) => `Scelti: ${number}`,
      done: "completo",
      next: (title) => `Avanti: ${title}`,
    },
    order: {
      add: count("Aggiungi ancora {n} articolo", "Aggiungi ancora {n} articoli"),
      addDifferent: count("Aggiungi ancora {n} prodotto diverso", "Aggiungi ancora {n} prodotti diversi"),
      takeOut: count("Togli {n} articolo", "Togli {n} articoli"),
    },
    problem: {
      empty: "La tua box è ancora vuota.",
      soldOut: "Qualcosa nella tua box è esaurito. Scegli un’altra opzione o toglilo.",
      atLeast: (order, least) => `${order}: la tua box deve contenerne almeno ${least}.`,
      atMost: (order, most) => `${order}: la tua box può contenerne al massimo ${most}.`,
      sizes: (sizes) => `Scegli ${sizes} articoli in tutto.`,
      minimum: (amount) => `Una box costa almeno ${amount} prima degli sconti. Aggiungi ancora qualcosa.`,
      section: (title, order) => `${title}: ${within("it", order)}.`,
    },
    discount: {
      tiers: "Sconti in base al numero di articoli",
      tier: (number, percent) => `da ${number}: ${percent}`,
      cheer: (order, percent) => `${order}: ${percent} di sconto`,
      cheerDelivery: (order, percent) => `${order}: ${percent} di sconto sulla spedizione`,
      save: (percent) => `Risparmia il ${percent}`,
      saved: "Risparmi",
      before: "Prima dello sconto",
      delivery: "Sconto sulla spedizione",
      code: "Codice sconto, aggiunto per te",
    },
    often: { title: "Con quale frequenza?", once: "Solo questa volta", each: "Ogni volta" },
    go: {
      CART: "Aggiungi al carrello",
      CHECKOUT: "Vai alla cassa",
      CUSTOM: "Continua",
      NONE: "Completa la box",
    },
  }),
);
