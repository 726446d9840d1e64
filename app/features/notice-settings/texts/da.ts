import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const da = once(
  (): NoticeTexts => ({
    created: {
      subject: "Dit abonnement hos {{shop_name}}",
      body: "Tak for dit abonnement: {{products}}.\n\nDin næste bestilling kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Tak for dit abonnement. Din næste bestilling kommer den {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Din næste bestilling hos {{shop_name}} er på vej",
      body: "Den {{order_date}} gør vi din næste bestilling klar: {{products}}. Den koster {{amount}}.\n\nDu kan stadig ændre den eller springe den over.",
      sms: "{{shop_name}}: Den {{order_date}} gør vi din næste bestilling klar. Den koster {{amount}}. Du kan stadig ændre den eller springe den over.",
    },
    order_paid: {
      subject: "Din bestilling hos {{shop_name}}",
      body: "Vi har modtaget din betaling for {{products}}. Din bestilling {{order_name}} bliver gjort klar.\n\nDin næste bestilling kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Vi har modtaget din betaling. Din bestilling {{order_name}} bliver gjort klar.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Vi kunne ikke trække betalingen for dit abonnement hos {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Dit abonnement er på pause",
      body: "Dit abonnement ({{products}}) er på pause. Der trækkes intet, før det genoptages.",
      sms: "{{shop_name}}: Dit abonnement er på pause. Der trækkes intet, før det genoptages.",
    },
    resumed: {
      subject: "Dit abonnement fortsætter",
      body: "Dit abonnement ({{products}}) fortsætter. Din næste bestilling kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Dit abonnement fortsætter. Din næste bestilling kommer den {{next_order_date}}.",
    },
    cancelled: {
      subject: "Dit abonnement er opsagt",
      body: "Dit abonnement ({{products}}) er opsagt. Der trækkes ikke mere.",
      sms: "{{shop_name}}: Dit abonnement er opsagt. Der trækkes ikke mere.",
    },
    skipped: {
      subject: "Din bestilling er sprunget over",
      body: "Din bestilling den {{order_date}} er sprunget over, og der trækkes intet for den.\n\nDin næste bestilling kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Din bestilling den {{order_date}} er sprunget over, og der trækkes intet for den.",
    },
    address: {
      subject: "Din leveringsadresse er ændret",
      body: "Fra nu af sendes dine bestillinger til: {{address}}",
      sms: "{{shop_name}}: Din leveringsadresse er ændret. Bestillinger sendes nu til: {{address}}",
    },
    frequency: {
      subject: "Dit abonnement kommer med et andet interval",
      body: "Fra nu af: {{frequency}}. Din næste bestilling kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Dit abonnement kommer med et andet interval: {{frequency}}.",
    },
    products: {
      subject: "Dit abonnement er ændret",
      body: "Dit abonnement er nu: {{products}}. En bestilling koster {{amount}}.",
      sms: "{{shop_name}}: Dit abonnement er ændret. En bestilling koster nu {{amount}}.",
    },
    card_expiring: {
      subject: "Dit kort udløber snart",
      body: "Kortet {{card}}, som du betaler dit abonnement hos {{shop_name}} med, udløber snart. Vælg et andet, så dine næste bestillinger kan betales.",
      sms: "{{shop_name}}: Dit kort {{card}} udløber snart. Vælg et andet: {{portal_address}}",
    },
    portal_link: {
      subject: "Dit link til {{shop_name}}",
      body: "Brug dette link til at se og administrere dine abonnementer hos {{shop_name}}. Du behøver ingen adgangskode.\n\n{{good_for}}",
    },
    button: "Åbn mine abonnementer",
    unsubscribe: "Ikke flere påmindelser på e-mail",
    stopping: {
      title: "Påmindelser på e-mail",
      text: (shop) =>
        `Vil du ikke have flere påmindelser på e-mail fra ${shop}? Du får stadig besked om det, der ændrer sig.`,
      button: "Stop påmindelser",
      done: (shop) => `Du får ikke flere påmindelser på e-mail fra ${shop}.`,
      again: "Få påmindelser igen",
    },
  }),
);
