import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const it = once(
  (): NoticeTexts => ({
    created: {
      subject: "Il tuo abbonamento con {{shop_name}}",
      body: "Grazie per il tuo abbonamento: {{products}}.\n\nData del tuo prossimo ordine: {{next_order_date}}.",
      sms: "{{shop_name}}: Grazie per il tuo abbonamento. Prossimo ordine: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Il tuo prossimo ordine da {{shop_name}} si avvicina",
      body: "Stiamo per preparare il tuo prossimo ordine: {{products}}.\n\nData prevista: {{order_date}}. Importo: {{amount}}.\n\nPuoi ancora modificarlo o saltarlo.",
      sms: "{{shop_name}}: Stiamo per preparare il tuo prossimo ordine. Data: {{order_date}}. Importo: {{amount}}. Puoi ancora modificarlo o saltarlo.",
    },
    order_paid: {
      subject: "Il tuo ordine da {{shop_name}}",
      body: "Abbiamo ricevuto il tuo pagamento ({{products}}). Il tuo ordine {{order_name}} è in preparazione.\n\nData del tuo prossimo ordine: {{next_order_date}}.",
      sms: "{{shop_name}}: Abbiamo ricevuto il tuo pagamento. Il tuo ordine {{order_name}} è in preparazione.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Non siamo riusciti a incassare il pagamento per il tuo abbonamento con {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Il tuo abbonamento è in pausa",
      body: "Il tuo abbonamento ({{products}}) è in pausa. Non addebitiamo nulla fino alla ripresa.",
      sms: "{{shop_name}}: Il tuo abbonamento è in pausa. Non addebitiamo nulla fino alla ripresa.",
    },
    resumed: {
      subject: "Il tuo abbonamento riprende",
      body: "Il tuo abbonamento ({{products}}) riprende. Data del tuo prossimo ordine: {{next_order_date}}.",
      sms: "{{shop_name}}: Il tuo abbonamento riprende. Prossimo ordine: {{next_order_date}}.",
    },
    cancelled: {
      subject: "Il tuo abbonamento è disdetto",
      body: "Il tuo abbonamento ({{products}}) è disdetto. Non addebitiamo più nulla.",
      sms: "{{shop_name}}: Il tuo abbonamento è disdetto. Non addebitiamo più nulla.",
    },
    skipped: {
      subject: "Il tuo ordine è stato saltato",
      body: "Il tuo ordine previsto in data {{order_date}} è stato saltato e non ti viene addebitato.\n\nData del tuo prossimo ordine: {{next_order_date}}.",
      sms: "{{shop_name}}: Il tuo ordine ({{order_date}}) è stato saltato e non ti viene addebitato.",
    },
    address: {
      subject: "Il tuo indirizzo di consegna è cambiato",
      body: "D’ora in poi i tuoi ordini arrivano a questo indirizzo: {{address}}",
      sms: "{{shop_name}}: Il tuo indirizzo di consegna è cambiato. Nuovo indirizzo: {{address}}",
    },
    frequency: {
      subject: "La frequenza del tuo abbonamento è cambiata",
      body: "D’ora in poi: {{frequency}}. Data del tuo prossimo ordine: {{next_order_date}}.",
      sms: "{{shop_name}}: La frequenza del tuo abbonamento è cambiata: {{frequency}}.",
    },
    products: {
      subject: "Il tuo abbonamento è cambiato",
      body: "Il tuo abbonamento ora comprende: {{products}}. Importo per ordine: {{amount}}.",
      sms: "{{shop_name}}: Il tuo abbonamento è cambiato. Importo per ordine: {{amount}}.",
    },
    card_expiring: {
      subject: "La tua carta sta per scadere",
      body: "La carta {{card}}, con cui paghi il tuo abbonamento con {{shop_name}}, sta per scadere. Scegline un’altra, così potremo addebitare i tuoi prossimi ordini.",
      sms: "{{shop_name}}: La tua carta {{card}} sta per scadere. Scegline un'altra: {{portal_address}}",
    },
    portal_link: {
      subject: "Il tuo link a {{shop_name}}",
      body: "Con questo link vedi e gestisci i tuoi abbonamenti con {{shop_name}}. Non serve una password.\n\n{{good_for}}",
    },
    button: "Apri i miei abbonamenti",
    unsubscribe: "Non ricevere più promemoria via e-mail",
    stopping: {
      title: "Promemoria via e-mail",
      text: (shop) =>
        `Non vuoi più ricevere promemoria via e-mail da ${shop}? Ti avviseremo comunque di ciò che cambia.`,
      button: "Disattiva i promemoria",
      done: (shop) => `Non riceverai più promemoria via e-mail da ${shop}.`,
      again: "Ricevi di nuovo i promemoria",
    },
  }),
);
