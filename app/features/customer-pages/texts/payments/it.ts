import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Il tuo pagamento di ${amount} per l’ordine in data ${date} non è riuscito.`,
  act: "Controlla la tua carta o usane un’altra.",
  bank: "La tua banca ti chiede di confermarlo.",
  retry: (date) => `Riproveremo ${date}. Puoi anche pagare ora o usare un’altra carta.`,
  checking: (amount) => `Stiamo verificando il tuo pagamento di ${amount}. Può richiedere un momento.`,
  payNow: (amount) => `Paga ora ${amount}`,
  another: "Usa un’altra carta",
  addCard: "Aggiungi una carta",
  title: "Pagamento",
  intro:
    "Inserisci la nuova carta sulla pagina del nostro fornitore di pagamenti e torni subito qui. Un pagamento in sospeso viene poi ritentato all’istante.",
  also: "Usa la nuova carta anche per questi",
  away: "È passato un po’ di tempo. Quello che hai fatto sulla pagina di pagamento è stato registrato. Inserisci il tuo indirizzo e-mail e ti invieremo un link per vederlo.",
  done: {
    pay_paid: () => "Pagato. Grazie!",
    pay_failed: () => "Il pagamento non è riuscito.",
    pay_open: () => "Il pagamento non è ancora confermato.",
    pay_waiting: () => "Il tuo pagamento è in corso. Lo sapremo tra un momento.",
    card_changed: () => "La tua nuova carta è salvata.",
    card_kept: () => "Non è cambiato nulla: la tua carta è la stessa di prima.",
    card_waiting: () => "Attendiamo il fornitore di pagamenti. La tua nuova carta comparirà qui a breve.",
    card_paid: () => "La tua nuova carta è salvata e il tuo ordine è pagato. Grazie!",
    card_failed: () => "La tua nuova carta è salvata, ma il pagamento non è riuscito.",
    card_open: () => "La tua nuova carta è salvata. La tua banca ti chiede di confermare il pagamento.",
  },
});
