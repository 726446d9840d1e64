import type { NoticeTexts } from "~/features/notice-settings/texts/notice-texts";
import { once } from "~/lib/languages/wording";

export const de = once(
  (): NoticeTexts => ({
    created: {
      subject: "Ihr Abonnement bei {{shop_name}}",
      body: "Vielen Dank für Ihr Abonnement: {{products}}.\n\nIhre nächste Bestellung kommt am {{next_order_date}}.",
      sms: "{{shop_name}}: Vielen Dank für Ihr Abonnement. Ihre nächste Bestellung kommt am {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Ihre nächste Bestellung bei {{shop_name}} steht an",
      body: "Am {{order_date}} bereiten wir Ihre nächste Bestellung vor: {{products}}. Sie kostet {{amount}}.\n\nSie können sie noch ändern oder auslassen.",
      sms: "{{shop_name}}: Am {{order_date}} bereiten wir Ihre nächste Bestellung vor. Sie kostet {{amount}}. Noch können Sie sie ändern oder auslassen.",
    },
    order_paid: {
      subject: "Ihre Bestellung bei {{shop_name}}",
      body: "Ihre Zahlung für {{products}} ist eingegangen. Ihre Bestellung {{order_name}} wird vorbereitet.\n\nIhre nächste Bestellung kommt am {{next_order_date}}.",
      sms: "{{shop_name}}: Ihre Zahlung ist eingegangen. Ihre Bestellung {{order_name}} wird vorbereitet.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Die Zahlung für Ihr Abonnement bei {{shop_name}} konnte nicht eingezogen werden.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Ihr Abonnement pausiert",
      body: "Ihr Abonnement ({{products}}) pausiert. Bis es weitergeht, wird nichts abgebucht.",
      sms: "{{shop_name}}: Ihr Abonnement pausiert. Bis es weitergeht, wird nichts abgebucht.",
    },
    resumed: {
      subject: "Ihr Abonnement geht weiter",
      body: "Ihr Abonnement ({{products}}) geht weiter. Ihre nächste Bestellung kommt am {{next_order_date}}.",
      sms: "{{shop_name}}: Ihr Abonnement geht weiter. Ihre nächste Bestellung kommt am {{next_order_date}}.",
    },
    cancelled: {
      subject: "Ihr Abonnement ist gekündigt",
      body: "Ihr Abonnement ({{products}}) ist gekündigt. Es wird nichts mehr abgebucht.",
      sms: "{{shop_name}}: Ihr Abonnement ist gekündigt. Es wird nichts mehr abgebucht.",
    },
    skipped: {
      subject: "Ihre Bestellung entfällt",
      body: "Ihre Bestellung vom {{order_date}} entfällt und kostet nichts.\n\nIhre nächste Bestellung kommt am {{next_order_date}}.",
      sms: "{{shop_name}}: Ihre Bestellung vom {{order_date}} entfällt und kostet nichts.",
    },
    address: {
      subject: "Ihre Lieferadresse hat sich geändert",
      body: "Ihre Bestellungen gehen nun an: {{address}}",
      sms: "{{shop_name}}: Ihre Lieferadresse hat sich geändert. Bestellungen gehen nun an: {{address}}",
    },
    frequency: {
      subject: "Ihr Abonnement kommt in einem anderen Abstand",
      body: "Ab jetzt: {{frequency}}. Ihre nächste Bestellung kommt am {{next_order_date}}.",
      sms: "{{shop_name}}: Ihr Abonnement kommt in einem anderen Abstand: {{frequency}}.",
    },
    products: {
      subject: "Ihr Abonnement hat sich geändert",
      body: "Ihr Abonnement ist nun: {{products}}. Eine Bestellung kostet {{amount}}.",
      sms: "{{shop_name}}: Ihr Abonnement hat sich geändert. Eine Bestellung kostet nun {{amount}}.",
    },
    card_expiring: {
      subject: "Ihre Karte läuft bald ab",
      body: "Die Karte {{card}}, mit der Sie Ihr Abonnement bei {{shop_name}} bezahlen, läuft bald ab. Bitte wählen Sie eine andere, damit Ihre nächsten Bestellungen bezahlt werden können.",
      sms: "{{shop_name}}: Ihre Karte {{card}} läuft bald ab. Bitte wählen Sie eine andere: {{portal_address}}",
    },
    portal_link: {
      subject: "Ihr Link zu {{shop_name}}",
      body: "Mit diesem Link sehen und ändern Sie Ihre Abonnements bei {{shop_name}}. Sie brauchen kein Passwort.\n\n{{good_for}}",
    },
    button: "Meine Abonnements öffnen",
    unsubscribe: "Keine Erinnerungen per Mail mehr:",
    stopping: {
      title: "Erinnerungen per Mail",
      text: (shop) =>
        `Möchten Sie von ${shop} keine Erinnerungen per Mail mehr bekommen? Was sich ändert, erfahren Sie weiterhin.`,
      button: "Erinnerungen abbestellen",
      done: (shop) => `Sie bekommen von ${shop} keine Erinnerungen per Mail mehr.`,
      again: "Wieder erinnert werden",
    },
  }),
);
