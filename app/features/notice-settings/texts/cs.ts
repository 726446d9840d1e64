import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const cs = once(
  (): NoticeTexts => ({
    created: {
      subject: "Vaše předplatné v obchodě {{shop_name}}",
      body: "Děkujeme za vaše předplatné: {{products}}.\n\nDalší objednávka: {{next_order_date}}.",
      sms: "{{shop_name}}: Děkujeme za vaše předplatné. Další objednávka: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Blíží se vaše další objednávka z obchodu {{shop_name}}",
      body: "Brzy připravíme vaši další objednávku: {{products}}. Termín: {{order_date}}. Cena: {{amount}}.\n\nJeště ji můžete změnit nebo vynechat.",
      sms: "{{shop_name}}: Brzy připravíme vaši další objednávku. Termín: {{order_date}}. Cena: {{amount}}. Ještě ji můžete změnit nebo vynechat.",
    },
    order_paid: {
      subject: "Vaše objednávka z obchodu {{shop_name}}",
      body: "Vaši platbu ({{products}}) jsme přijali. Objednávku {{order_name}} už připravujeme.\n\nDalší objednávka: {{next_order_date}}.",
      sms: "{{shop_name}}: Vaši platbu jsme přijali. Objednávku {{order_name}} už připravujeme.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Nepodařilo se strhnout platbu za předplatné v obchodě {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Vaše předplatné je pozastaveno",
      body: "Vaše předplatné ({{products}}) je pozastaveno. Dokud nebude obnoveno, nic nestrhneme.",
      sms: "{{shop_name}}: Vaše předplatné je pozastaveno. Dokud nebude obnoveno, nic nestrhneme.",
    },
    resumed: {
      subject: "Vaše předplatné pokračuje",
      body: "Vaše předplatné ({{products}}) pokračuje. Další objednávka: {{next_order_date}}.",
      sms: "{{shop_name}}: Vaše předplatné pokračuje. Další objednávka: {{next_order_date}}.",
    },
    cancelled: {
      subject: "Vaše předplatné je zrušeno",
      body: "Vaše předplatné ({{products}}) je zrušeno. Už nic nestrhneme.",
      sms: "{{shop_name}}: Vaše předplatné je zrušeno. Už nic nestrhneme.",
    },
    skipped: {
      subject: "Vaše objednávka byla vynechána",
      body: "Vaše objednávka ({{order_date}}) byla vynechána a nic za ni nestrhneme.\n\nDalší objednávka: {{next_order_date}}.",
      sms: "{{shop_name}}: Vaše objednávka ({{order_date}}) byla vynechána a nic za ni nestrhneme.",
    },
    address: {
      subject: "Vaše doručovací adresa se změnila",
      body: "Vaše objednávky teď doručujeme na adresu: {{address}}",
      sms: "{{shop_name}}: Vaše doručovací adresa se změnila. Nová adresa: {{address}}",
    },
    frequency: {
      subject: "Frekvence vašeho předplatného se změnila",
      body: "Odteď: {{frequency}}. Další objednávka: {{next_order_date}}.",
      sms: "{{shop_name}}: Frekvence vašeho předplatného se změnila: {{frequency}}.",
    },
    products: {
      subject: "Vaše předplatné se změnilo",
      body: "Vaše předplatné teď obsahuje: {{products}}. Cena jedné objednávky: {{amount}}.",
      sms: "{{shop_name}}: Vaše předplatné se změnilo. Cena jedné objednávky: {{amount}}.",
    },
    card_expiring: {
      subject: "Platnost vaší karty brzy vyprší",
      body: "Platnost karty {{card}}, kterou platíte předplatné v obchodě {{shop_name}}, brzy vyprší. Vyberte prosím jinou, aby bylo možné zaplatit vaše další objednávky.",
      sms: "{{shop_name}}: Platnost vaší karty {{card}} brzy vyprší. Vyberte prosím jinou: {{portal_address}}",
    },
    portal_link: {
      subject: "Váš odkaz do obchodu {{shop_name}}",
      body: "Tímto odkazem zobrazíte a spravujete svá předplatná v obchodě {{shop_name}}. Heslo nepotřebujete.\n\n{{good_for}}",
    },
    button: "Otevřít moje předplatná",
    unsubscribe: "Nechci už připomínky e-mailem",
    stopping: {
      title: "Připomínky e-mailem",
      text: (shop) =>
        `Nechcete už dostávat e-mailem připomínky z obchodu ${shop}? O změnách vás budeme dál informovat.`,
      button: "Vypnout připomínky",
      done: (shop) => `Z obchodu ${shop} už vám připomínky e-mailem nepřijdou.`,
      again: "Znovu zapnout připomínky",
    },
  }),
);
