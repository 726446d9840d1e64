import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const sv = once(
  (): NoticeTexts => ({
    created: {
      subject: "Din prenumeration hos {{shop_name}}",
      body: "Tack för din prenumeration: {{products}}.\n\nDin nästa beställning kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Tack för din prenumeration. Din nästa beställning kommer den {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Snart dags för din nästa beställning hos {{shop_name}}",
      body: "Den {{order_date}} förbereder vi din nästa beställning: {{products}}. Den kostar {{amount}}.\n\nDu kan fortfarande ändra den eller hoppa över den.",
      sms: "{{shop_name}}: Den {{order_date}} förbereder vi din nästa beställning. Den kostar {{amount}}. Du kan fortfarande ändra den eller hoppa över den.",
    },
    order_paid: {
      subject: "Din beställning hos {{shop_name}}",
      body: "Vi har fått din betalning för {{products}}. Nu förbereder vi din beställning {{order_name}}.\n\nDin nästa beställning kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Vi har fått din betalning. Nu förbereder vi din beställning {{order_name}}.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Vi kunde inte dra betalningen för din prenumeration hos {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Din prenumeration är pausad",
      body: "Din prenumeration ({{products}}) är pausad. Inget debiteras förrän den återupptas.",
      sms: "{{shop_name}}: Din prenumeration är pausad. Inget debiteras förrän den återupptas.",
    },
    resumed: {
      subject: "Din prenumeration är igång igen",
      body: "Din prenumeration ({{products}}) är igång igen. Din nästa beställning kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Din prenumeration är igång igen. Din nästa beställning kommer den {{next_order_date}}.",
    },
    cancelled: {
      subject: "Din prenumeration är uppsagd",
      body: "Din prenumeration ({{products}}) är uppsagd. Inget mer debiteras.",
      sms: "{{shop_name}}: Din prenumeration är uppsagd. Inget mer debiteras.",
    },
    skipped: {
      subject: "Din beställning är överhoppad",
      body: "Din beställning den {{order_date}} är överhoppad, och inget debiteras för den.\n\nDin nästa beställning kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Din beställning den {{order_date}} hoppas över och debiteras inte.",
    },
    address: {
      subject: "Din leveransadress har ändrats",
      body: "Från och med nu skickas dina beställningar till: {{address}}",
      sms: "{{shop_name}}: Din leveransadress har ändrats. Beställningar skickas nu till: {{address}}",
    },
    frequency: {
      subject: "Din prenumeration har fått ett nytt intervall",
      body: "Från och med nu: {{frequency}}. Din nästa beställning kommer den {{next_order_date}}.",
      sms: "{{shop_name}}: Din prenumeration har fått ett annat intervall: {{frequency}}.",
    },
    products: {
      subject: "Din prenumeration har ändrats",
      body: "Din prenumeration är nu: {{products}}. En beställning kostar {{amount}}.",
      sms: "{{shop_name}}: Din prenumeration har ändrats. En beställning kostar nu {{amount}}.",
    },
    card_expiring: {
      subject: "Ditt kort går snart ut",
      body: "Kortet {{card}}, som du betalar din prenumeration hos {{shop_name}} med, går snart ut. Välj ett annat, så att dina nästa beställningar kan betalas.",
      sms: "{{shop_name}}: Ditt kort {{card}} går snart ut. Välj ett annat: {{portal_address}}",
    },
    portal_link: {
      subject: "Din länk till {{shop_name}}",
      body: "Med den här länken ser och hanterar du dina prenumerationer hos {{shop_name}}. Inget lösenord behövs.\n\n{{good_for}}",
    },
    button: "Öppna mina prenumerationer",
    unsubscribe: "Inga fler påminnelser via mejl",
    stopping: {
      title: "Påminnelser via mejl",
      text: (shop) =>
        `Vill du inte få fler påminnelser via mejl från ${shop}? Du får fortfarande veta vad som ändras.`,
      button: "Stoppa påminnelser",
      done: (shop) => `Du får inga fler påminnelser via mejl från ${shop}.`,
      again: "Få påminnelser igen",
    },
  }),
);
