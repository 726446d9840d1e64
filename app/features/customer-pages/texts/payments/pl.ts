import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Płatność ${amount} za zamówienie (${date}) się nie powiodła.`,
  act: "Sprawdź kartę lub użyj innej.",
  bank: "Bank prosi o jej potwierdzenie.",
  retry: (date) => `Spróbujemy ponownie: ${date}. Możesz też zapłacić teraz lub użyć innej karty.`,
  checking: (amount) => `Sprawdzamy płatność ${amount}. Może to chwilę potrwać.`,
  payNow: (amount) => `Zapłać teraz ${amount}`,
  another: "Użyj innej karty",
  addCard: "Dodaj kartę",
  title: "Płatność",
  intro:
    "Nową kartę wpiszesz na stronie naszego operatora płatności i od razu wrócisz. Zaległą płatność natychmiast ponowimy.",
  also: "Użyj nowej karty także do tych subskrypcji",
  away: "Minęło trochę czasu. Zmiany ze strony płatności do nas dotarły. Wpisz adres e-mail, a wyślemy link do podglądu.",
  done: {
    pay_paid: () => "Zapłacono. Dziękujemy!",
    pay_failed: () => "Płatność się nie powiodła.",
    pay_open: () => "Płatność nie jest jeszcze potwierdzona.",
    pay_waiting: () => "Płatność jest w drodze. Za chwilę będzie wiadomo.",
    card_changed: () => "Nowa karta została zapisana.",
    card_kept: () => "Nic się nie zmieniło: karta jest ta sama co wcześniej.",
    card_waiting: () => "Czekamy na operatora płatności. Nowa karta wkrótce się tu pojawi.",
    card_paid: () => "Nowa karta została zapisana, a zamówienie opłacone. Dziękujemy!",
    card_failed: () => "Nowa karta została zapisana, ale płatność się nie powiodła.",
    card_open: () => "Nowa karta została zapisana. Bank prosi o potwierdzenie płatności.",
  },
});
