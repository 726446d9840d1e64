import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const nb = once(
  (): NoticeTexts => ({
    created: {
      subject: "Abonnementet ditt hos {{shop_name}}",
      body: "Takk for at du abonnerer: {{products}}.\n\nNeste bestilling kommer {{next_order_date}}.",
      sms: "{{shop_name}}: Takk for abonnementet. Den neste bestillingen kommer {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Snart klart for neste bestilling hos {{shop_name}}",
      body: "Den {{order_date}} gjør vi klar din neste bestilling: {{products}}. Den koster {{amount}}.\n\nDu kan fortsatt endre den eller hoppe over den.",
      sms: "{{shop_name}}: Den {{order_date}} gjør vi klar den neste bestillingen. Den koster {{amount}}. Du kan fortsatt endre den eller hoppe over den.",
    },
    order_paid: {
      subject: "Bestillingen din hos {{shop_name}}",
      body: "Vi har mottatt betalingen for {{products}}. Nå gjør vi klar bestillingen {{order_name}}.\n\nNeste bestilling kommer {{next_order_date}}.",
      sms: "{{shop_name}}: Vi har mottatt betalingen. Bestillingen {{order_name}} gjøres klar.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Vi kunne ikke trekke betalingen for abonnementet ditt hos {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Abonnementet ditt er satt på pause",
      body: "Abonnementet ditt ({{products}}) er satt på pause. Ingenting trekkes før det gjenopptas.",
      sms: "{{shop_name}}: Abonnementet er satt på pause. Ingenting trekkes før det gjenopptas.",
    },
    resumed: {
      subject: "Abonnementet ditt er i gang igjen",
      body: "Abonnementet ditt ({{products}}) er i gang igjen. Neste bestilling kommer {{next_order_date}}.",
      sms: "{{shop_name}}: Abonnementet fortsetter. Den neste bestillingen kommer {{next_order_date}}.",
    },
    cancelled: {
      subject: "Abonnementet ditt er sagt opp",
      body: "Abonnementet ditt ({{products}}) er sagt opp. Ingenting mer trekkes.",
      sms: "{{shop_name}}: Abonnementet er sagt opp. Det trekkes ikke mer.",
    },
    skipped: {
      subject: "Bestillingen din er hoppet over",
      body: "Bestillingen den {{order_date}} er hoppet over, og ingenting trekkes for den.\n\nNeste bestilling kommer {{next_order_date}}.",
      sms: "{{shop_name}}: Bestillingen den {{order_date}} er hoppet over, og ingenting trekkes for den.",
    },
    address: {
      subject: "Leveringsadressen din er endret",
      body: "Fra nå av sendes bestillingene dine til: {{address}}",
      sms: "{{shop_name}}: Leveringsadressen er endret. Bestillinger sendes nå til: {{address}}",
    },
    frequency: {
      subject: "Abonnementet ditt har fått ny hyppighet",
      body: "Fra nå av: {{frequency}}. Neste bestilling kommer {{next_order_date}}.",
      sms: "{{shop_name}}: Abonnementet har fått ny hyppighet: {{frequency}}.",
    },
    products: {
      subject: "Abonnementet ditt er endret",
      body: "Abonnementet ditt er nå: {{products}}. En bestilling koster {{amount}}.",
      sms: "{{shop_name}}: Abonnementet er endret. En bestilling koster nå {{amount}}.",
    },
    card_expiring: {
      subject: "Kortet ditt utløper snart",
      body: "Kortet {{card}}, som du betaler abonnementet hos {{shop_name}} med, utløper snart. Velg et annet, slik at de neste bestillingene kan betales.",
      sms: "{{shop_name}}: Kortet ditt {{card}} utløper snart. Velg et annet: {{portal_address}}",
    },
    portal_link: {
      subject: "Lenken din til {{shop_name}}",
      body: "Med denne lenken ser og administrerer du abonnementene dine hos {{shop_name}}. Du trenger ikke passord.\n\n{{good_for}}",
    },
    button: "Åpne abonnementene mine",
    unsubscribe: "Ingen flere påminnelser på e-post",
    stopping: {
      title: "Påminnelser på e-post",
      text: (shop) =>
        `Vil du ikke ha flere påminnelser på e-post fra ${shop}? Du får fortsatt beskjed om det som endres.`,
      button: "Stopp påminnelser",
      done: (shop) => `Du får ingen flere påminnelser på e-post fra ${shop}.`,
      again: "Få påminnelser igjen",
    },
  }),
);
