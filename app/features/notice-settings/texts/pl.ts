import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const pl = once(
  (): NoticeTexts => ({
    created: {
      subject: "Twoja subskrypcja w sklepie {{shop_name}}",
      body: "Dziękujemy za subskrypcję: {{products}}.\n\nNastępne zamówienie: {{next_order_date}}.",
      sms: "{{shop_name}}: Dziękujemy za subskrypcję. Następne zamówienie: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Zbliża się następne zamówienie ze sklepu {{shop_name}}",
      body: "Wkrótce przygotujemy Twoje następne zamówienie: {{products}}. Termin: {{order_date}}. Kwota: {{amount}}.\n\nMożesz je jeszcze zmienić lub pominąć.",
      sms: "{{shop_name}}: Wkrótce następne zamówienie. Termin: {{order_date}}. Kwota: {{amount}}. Możesz je jeszcze zmienić lub pominąć.",
    },
    order_paid: {
      subject: "Twoje zamówienie ze sklepu {{shop_name}}",
      body: "Otrzymaliśmy Twoją płatność ({{products}}). Przygotowujemy już zamówienie {{order_name}}.\n\nNastępne zamówienie: {{next_order_date}}.",
      sms: "{{shop_name}}: Otrzymaliśmy Twoją płatność. Przygotowujemy zamówienie {{order_name}}.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Nie udało się pobrać płatności za subskrypcję w sklepie {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Twoja subskrypcja jest wstrzymana",
      body: "Twoja subskrypcja ({{products}}) jest wstrzymana. Do czasu jej wznowienia nie pobierzemy żadnych opłat.",
      sms: "{{shop_name}}: Twoja subskrypcja jest wstrzymana. Do jej wznowienia nie pobierzemy żadnych opłat.",
    },
    resumed: {
      subject: "Twoja subskrypcja została wznowiona",
      body: "Twoja subskrypcja ({{products}}) została wznowiona. Następne zamówienie: {{next_order_date}}.",
      sms: "{{shop_name}}: Twoja subskrypcja została wznowiona. Następne zamówienie: {{next_order_date}}.",
    },
    cancelled: {
      subject: "Twoja subskrypcja została anulowana",
      body: "Twoja subskrypcja ({{products}}) została anulowana. Nie pobierzemy już żadnych opłat.",
      sms: "{{shop_name}}: Twoja subskrypcja została anulowana. Nie pobierzemy już żadnych opłat.",
    },
    skipped: {
      subject: "Twoje zamówienie zostało pominięte",
      body: "Twoje zamówienie ({{order_date}}) zostało pominięte i nic za nie nie pobierzemy.\n\nNastępne zamówienie: {{next_order_date}}.",
      sms: "{{shop_name}}: Twoje zamówienie ({{order_date}}) zostało pominięte i nic za nie nie pobierzemy.",
    },
    address: {
      subject: "Twój adres dostawy się zmienił",
      body: "Od teraz zamówienia wysyłamy na adres: {{address}}",
      sms: "{{shop_name}}: Twój adres dostawy się zmienił. Nowy adres: {{address}}",
    },
    frequency: {
      subject: "Częstotliwość Twojej subskrypcji się zmieniła",
      body: "Od teraz: {{frequency}}. Następne zamówienie: {{next_order_date}}.",
      sms: "{{shop_name}}: Częstotliwość Twojej subskrypcji się zmieniła: {{frequency}}.",
    },
    products: {
      subject: "Twoja subskrypcja się zmieniła",
      body: "Twoja subskrypcja zawiera teraz: {{products}}. Kwota jednego zamówienia: {{amount}}.",
      sms: "{{shop_name}}: Twoja subskrypcja się zmieniła. Kwota jednego zamówienia: {{amount}}.",
    },
    card_expiring: {
      subject: "Twoja karta wkrótce straci ważność",
      body: "Karta {{card}}, którą płacisz za subskrypcję w sklepie {{shop_name}}, wkrótce straci ważność. Wybierz inną, aby można było opłacić następne zamówienia.",
      sms: "{{shop_name}}: Twoja karta {{card}} wkrótce straci ważność. Wybierz inną: {{portal_address}}",
    },
    portal_link: {
      subject: "Twój link do sklepu {{shop_name}}",
      body: "Ten link pozwala zobaczyć subskrypcje w sklepie {{shop_name}} i nimi zarządzać. Hasło nie jest potrzebne.\n\n{{good_for}}",
    },
    button: "Otwórz moje subskrypcje",
    unsubscribe: "Nie chcę więcej przypomnień e-mailem",
    stopping: {
      title: "Przypomnienia e-mailem",
      text: (shop) =>
        `Nie chcesz już otrzymywać e-mailem przypomnień ze sklepu ${shop}? O zmianach nadal będziemy informować.`,
      button: "Wyłącz przypomnienia",
      done: (shop) => `Nie będziesz już otrzymywać e-mailem przypomnień ze sklepu ${shop}.`,
      again: "Włącz przypomnienia ponownie",
    },
  }),
);
