import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Poprzednie zamówienia",
    all: "Wszystkie poprzednie zamówienia",
    none: "Nie ma jeszcze poprzednich zamówień.",
    paid: "Opłacone",
    failed: "Płatność nieudana",
    skipped: "Pominięte",
    number: "Zamówienie",
    underWay: "Płatność w toku",
    asksBank: "Czeka na Twój bank",
    notSent: "Niewysłane",
    refunded: "Zwrócono",
    partRefunded: (amount) => `Zwrócono ${amount}`,
  },
  receipt: {
    title: "Potwierdzenie zapłaty",
    paidOn: "Data płatności",
    soldBy: "Sprzedawca",
    subtotal: "Suma częściowa",
    refund: "Zwrócono",
    left: "Po zwrotach",
    tax: "Ceny zawierają należne podatki.",
    deliveries: (number) => `Liczba dostaw: ${number}, opłacone z góry`,
  },
  orderNow: {
    title: "Chcesz dostać następne zamówienie teraz?",
    intro: (date) => `Planowany termin: ${date}.`,
    consequence: "Pobierzemy płatność teraz i przygotujemy zamówienie. Kolejne liczymy od dziś.",
    confirm: (total) => `Zamów teraz za ${total}`,
  },
});
