import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const nl = once(
  (): NoticeTexts => ({
    created: {
      subject: "Je abonnement bij {{shop_name}}",
      body: "Bedankt voor je abonnement: {{products}}.\n\nJe volgende bestelling is gepland op {{next_order_date}}.",
      sms: "{{shop_name}}: Bedankt voor je abonnement. Je volgende bestelling is gepland op {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Je volgende bestelling bij {{shop_name}} komt eraan",
      body: "Op {{order_date}} maken we je volgende bestelling klaar: {{products}}. Die kost {{amount}}.\n\nJe kunt hem nog wijzigen of overslaan.",
      sms: "{{shop_name}}: Op {{order_date}} maken we je volgende bestelling klaar. Die kost {{amount}}. Je kunt hem nog wijzigen of overslaan.",
    },
    order_paid: {
      subject: "Je bestelling bij {{shop_name}}",
      body: "We hebben je betaling voor {{products}} ontvangen. Je bestelling {{order_name}} wordt klaargemaakt.\n\nJe volgende bestelling is gepland op {{next_order_date}}.",
      sms: "{{shop_name}}: We hebben je betaling ontvangen. Je bestelling {{order_name}} wordt klaargemaakt.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "We konden de betaling voor je abonnement bij {{shop_name}} niet incasseren.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Je abonnement is gepauzeerd",
      body: "Je abonnement ({{products}}) is gepauzeerd. We incasseren niets tot het wordt hervat.",
      sms: "{{shop_name}}: Je abonnement is gepauzeerd. We incasseren niets tot het wordt hervat.",
    },
    resumed: {
      subject: "Je abonnement gaat verder",
      body: "Je abonnement ({{products}}) gaat verder. Je volgende bestelling is gepland op {{next_order_date}}.",
      sms: "{{shop_name}}: Je abonnement gaat verder. Je volgende bestelling is gepland op {{next_order_date}}.",
    },
    cancelled: {
      subject: "Je abonnement is opgezegd",
      body: "Je abonnement ({{products}}) is opgezegd. We incasseren niets meer.",
      sms: "{{shop_name}}: Je abonnement is opgezegd. We incasseren niets meer.",
    },
    skipped: {
      subject: "Je bestelling is overgeslagen",
      body: "Je bestelling van {{order_date}} is overgeslagen. Je betaalt er niets voor.\n\nJe volgende bestelling is gepland op {{next_order_date}}.",
      sms: "{{shop_name}}: Je bestelling van {{order_date}} is overgeslagen. Je betaalt er niets voor.",
    },
    address: {
      subject: "Je bezorgadres is gewijzigd",
      body: "Vanaf nu gaan je bestellingen naar: {{address}}",
      sms: "{{shop_name}}: Je bezorgadres is gewijzigd. Bestellingen gaan nu naar: {{address}}",
    },
    frequency: {
      subject: "De frequentie van je abonnement is gewijzigd",
      body: "Vanaf nu: {{frequency}}. Je volgende bestelling is gepland op {{next_order_date}}.",
      sms: "{{shop_name}}: De frequentie van je abonnement is gewijzigd: {{frequency}}.",
    },
    products: {
      subject: "Je abonnement is gewijzigd",
      body: "Je abonnement is nu: {{products}}. Een bestelling kost {{amount}}.",
      sms: "{{shop_name}}: Je abonnement is gewijzigd. Een bestelling kost nu {{amount}}.",
    },
    card_expiring: {
      subject: "Je kaart verloopt binnenkort",
      body: "De kaart {{card}}, waarmee je je abonnement bij {{shop_name}} betaalt, verloopt binnenkort. Kies een andere, zodat je volgende bestellingen betaald kunnen worden.",
      sms: "{{shop_name}}: Je kaart {{card}} verloopt binnenkort. Kies een andere: {{portal_address}}",
    },
    portal_link: {
      subject: "Je link naar {{shop_name}}",
      body: "Met deze link bekijk en beheer je je abonnementen bij {{shop_name}}. Een wachtwoord is niet nodig.\n\n{{good_for}}",
    },
    button: "Mijn abonnementen openen",
    unsubscribe: "Geen herinneringen per e-mail meer",
    stopping: {
      title: "Herinneringen per e-mail",
      text: (shop) =>
        `Wil je geen herinneringen per e-mail meer van ${shop}? We laten je nog wel weten wat er verandert.`,
      button: "Herinneringen stoppen",
      done: (shop) => `Je krijgt geen herinneringen per e-mail meer van ${shop}.`,
      again: "Weer herinneringen ontvangen",
    },
  }),
);
