import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const de = once(
  (): NoticeTexts => ({
    created: {
      subject: "Ihr Abo bei {{shop_name}}",
      body: "Vielen Dank für Ihr Abo: {{products}}.\n\nIhre nächste Bestellung ist am {{next_order_date}}.",
      sms: "{{shop_name}}: Vielen Dank für Ihr Abo. Ihre nächste Bestellung ist am {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Ihre nächste Bestellung bei {{shop_name}} steht an",
      body: "Am {{order_date}} bereiten wir Ihre nächste Bestellung vor: {{products}}. Sie kostet {{amount}}.\n\nSie können sie noch ändern oder aussetzen.",
      sms: "{{shop_name}}: Am {{order_date}} bereiten wir Ihre nächste Bestellung vor. Sie kostet {{amount}}. Noch können Sie sie ändern oder aussetzen.",
    },
    order_paid: {
      subject: "Ihre Bestellung bei {{shop_name}}",
      body: "Ihre Zahlung für {{products}} ist eingegangen. Ihre Bestellung {{order_name}} wird vorbereitet.\n\nIhre nächste Bestellung ist am {{next_order_date}}.",
      sms: "{{shop_name}}: Ihre Zahlung ist eingegangen. Ihre Bestellung {{order_name}} wird vorbereitet.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Die Zahlung für Ihr Abo bei {{shop_name}} konnte nicht eingezogen werden.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Ihr Abo pausiert",
      body: "Ihr Abo ({{products}}) pausiert. Bis es weitergeht, wird nichts abgebucht.",
      sms: "{{shop_name}}: Ihr Abo pausiert. Bis es weitergeht, wird nichts abgebucht.",
    },
    resumed: {
      subject: "Ihr Abo geht weiter",
      body: "Ihr Abo ({{products}}) geht weiter. Ihre nächste Bestellung ist am {{next_order_date}}.",
      sms: "{{shop_name}}: Ihr Abo geht weiter. Ihre nächste Bestellung ist am {{next_order_date}}.",
    },
    cancelled: {
      subject: "Ihr Abo ist gekündigt",
      body: "Ihr Abo ({{products}}) ist gekündigt. Es wird nichts mehr abgebucht.",
      sms: "{{shop_name}}: Ihr Abo ist gekündigt. Es wird nichts mehr abgebucht.",
    },
    skipped: {
      subject: "Ihre Bestellung ist ausgesetzt",
      body: "Ihre Bestellung vom {{order_date}} ist ausgesetzt und kostet nichts.\n\nIhre nächste Bestellung ist am {{next_order_date}}.",
      sms: "{{shop_name}}: Ihre Bestellung vom {{order_date}} ist ausgesetzt und kostet nichts.",
    },
    address: {
      subject: "Ihre Lieferadresse hat sich geändert",
      body: "Ihre Bestellungen gehen nun an: {{address}}",
      sms: "{{shop_name}}: Ihre Lieferadresse hat sich geändert. Bestellungen gehen nun an: {{address}}",
    },
    frequency: {
      subject: "Der Rhythmus Ihres Abos hat sich geändert",
      body: "Ab jetzt: {{frequency}}. Ihre nächste Bestellung ist am {{next_order_date}}.",
      sms: "{{shop_name}}: Der Rhythmus Ihres Abos hat sich geändert: {{frequency}}.",
    },
    products: {
      subject: "Ihr Abo hat sich geändert",
      body: "Ihr Abo ist nun: {{products}}. Eine Bestellung kostet {{amount}}.",
      sms: "{{shop_name}}: Ihr Abo hat sich geändert. Eine Bestellung kostet nun {{amount}}.",
    },
    card_expiring: {
      subject: "Ihre Karte läuft bald ab",
      body: "Die Karte {{card}}, mit der Sie Ihr Abo bei {{shop_name}} bezahlen, läuft bald ab. Bitte wählen Sie eine andere, damit Ihre nächsten Bestellungen bezahlt werden können.",
      sms: "{{shop_name}}: Ihre Karte {{card}} läuft bald ab. Bitte wählen Sie eine andere: {{portal_address}}",
    },
    portal_link: {
      subject: "Ihr Link zu {{shop_name}}",
      body: "Mit diesem Link sehen und ändern Sie Ihre Abos bei {{shop_name}}. Sie brauchen kein Passwort.\n\n{{good_for}}",
    },
    button: "Meine Abos öffnen",
    unsubscribe: "Keine Erinnerungen per E-Mail mehr",
    stopping: {
      title: "Erinnerungen per E-Mail",
      text: (shop) =>
        `Möchten Sie von ${shop} keine Erinnerungen per E-Mail mehr bekommen? Was sich ändert, erfahren Sie weiterhin.`,
      button: "Erinnerungen abbestellen",
      done: (shop) => `Sie bekommen von ${shop} keine Erinnerungen per E-Mail mehr.`,
      again: "Wieder erinnert werden",
    },
  }),
);
