import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Platba ${amount} za objednávku (${date}) se nezdařila.`,
  act: "Zkontrolujte prosím kartu nebo použijte jinou.",
  bank: "Banka chce, abyste ji potvrdili.",
  retry: (date) => `Zkusíme to znovu: ${date}. Můžete také zaplatit hned nebo použít jinou kartu.`,
  checking: (amount) => `Ověřujeme platbu ${amount}. Může to chvíli trvat.`,
  payNow: (amount) => `Zaplatit nyní ${amount}`,
  another: "Použít jinou kartu",
  addCard: "Přidat kartu",
  title: "Platba",
  intro:
    "Novou kartu zadáte na stránce našeho poskytovatele plateb a hned se vrátíte. Neuhrazenou platbu se pak hned pokusíme provést znovu.",
  also: "Použít novou kartu také pro tato předplatná",
  away: "Uplynula nějaká doba. Změny provedené na platební stránce jsme přijali. Zadejte e-mailovou adresu a pošleme vám odkaz.",
  done: {
    pay_paid: () => "Zaplaceno. Děkujeme!",
    pay_failed: () => "Platba se nezdařila.",
    pay_open: () => "Platba zatím není potvrzena.",
    pay_waiting: () => "Platba je na cestě. Za chvíli budeme vědět víc.",
    card_changed: () => "Nová karta je uložena.",
    card_kept: () => "Nic se nezměnilo: karta je stejná jako dřív.",
    card_waiting: () => "Čekáme na poskytovatele plateb. Nová karta se zde brzy objeví.",
    card_paid: () => "Nová karta je uložena a objednávka zaplacena. Děkujeme!",
    card_failed: () => "Nová karta je uložena, ale platba se nezdařila.",
    card_open: () => "Nová karta je uložena. Banka chce, abyste platbu potvrdili.",
  },
});
