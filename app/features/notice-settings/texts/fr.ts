import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const fr = once(
  (): NoticeTexts => ({
    created: {
      subject: "Votre abonnement chez {{shop_name}}",
      body: "Merci pour votre abonnement : {{products}}.\n\nVotre prochaine commande est prévue le {{next_order_date}}.",
      sms: "{{shop_name}} : Merci pour votre abonnement. Prochaine commande le {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Votre prochaine commande chez {{shop_name}} approche",
      body: "Le {{order_date}}, nous préparerons votre prochaine commande : {{products}}. Elle coûte {{amount}}.\n\nVous pouvez encore la modifier ou la sauter.",
      sms: "{{shop_name}} : Votre prochaine commande sera préparée le {{order_date}} ({{amount}}). Vous pouvez encore la modifier ou la sauter.",
    },
    order_paid: {
      subject: "Votre commande chez {{shop_name}}",
      body: "Nous avons bien reçu votre paiement pour {{products}}. Votre commande {{order_name}} est en préparation.\n\nVotre prochaine commande est prévue le {{next_order_date}}.",
      sms: "{{shop_name}} : Votre paiement est arrivé. Votre commande {{order_name}} est en préparation.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Le paiement de votre abonnement chez {{shop_name}} n’a pas pu être prélevé.\n\n{{what_to_do}}",
      sms: "{{what_happened}} : {{portal_address}}",
    },
    paused: {
      subject: "Votre abonnement est en pause",
      body: "Votre abonnement ({{products}}) est en pause. Rien ne vous sera facturé jusqu’à sa reprise.",
      sms: "{{shop_name}} : Votre abonnement est en pause. Rien ne sera facturé jusqu'à sa reprise.",
    },
    resumed: {
      subject: "Votre abonnement reprend",
      body: "Votre abonnement ({{products}}) reprend. Votre prochaine commande est prévue le {{next_order_date}}.",
      sms: "{{shop_name}} : Votre abonnement reprend. Prochaine commande le {{next_order_date}}.",
    },
    cancelled: {
      subject: "Votre abonnement est résilié",
      body: "Votre abonnement ({{products}}) est résilié. Plus rien ne vous sera facturé.",
      sms: "{{shop_name}} : Votre abonnement est résilié. Plus rien ne sera facturé.",
    },
    skipped: {
      subject: "Votre commande est sautée",
      body: "Votre commande du {{order_date}} est sautée et ne vous est pas facturée.\n\nVotre prochaine commande est prévue le {{next_order_date}}.",
      sms: "{{shop_name}} : Votre commande du {{order_date}} est sautée et n'est pas facturée.",
    },
    address: {
      subject: "Votre adresse de livraison a changé",
      body: "Vos commandes seront désormais livrées à : {{address}}",
      sms: "{{shop_name}} : Votre adresse de livraison a changé. Nouvelle adresse : {{address}}",
    },
    frequency: {
      subject: "La fréquence de votre abonnement a changé",
      body: "Désormais : {{frequency}}. Votre prochaine commande est prévue le {{next_order_date}}.",
      sms: "{{shop_name}} : La fréquence de votre abonnement a changé : {{frequency}}.",
    },
    products: {
      subject: "Votre abonnement a changé",
      body: "Votre abonnement comprend désormais : {{products}}. Une commande coûte {{amount}}.",
      sms: "{{shop_name}} : Votre abonnement a changé. Une commande coûte {{amount}}.",
    },
    card_expiring: {
      subject: "Votre carte expire bientôt",
      body: "La carte {{card}}, qui paie votre abonnement chez {{shop_name}}, expire bientôt. Merci d’en choisir une autre, afin que vos prochaines commandes puissent être payées.",
      sms: "{{shop_name}} : Votre carte {{card}} expire bientôt. Merci d'en choisir une autre : {{portal_address}}",
    },
    portal_link: {
      subject: "Votre lien vers {{shop_name}}",
      body: "Avec ce lien, vous consultez et modifiez vos abonnements chez {{shop_name}}. Aucun mot de passe n’est nécessaire.\n\n{{good_for}}",
    },
    button: "Ouvrir mes abonnements",
    unsubscribe: "Ne plus recevoir de rappels par e-mail",
    stopping: {
      title: "Rappels par e-mail",
      text: (shop) =>
        `Vous ne souhaitez plus recevoir de rappels par e-mail de ${shop} ? Nous continuerons à vous informer des changements.`,
      button: "Arrêter les rappels",
      done: (shop) => `Vous ne recevrez plus de rappels par e-mail de ${shop}.`,
      again: "Recevoir de nouveau les rappels",
    },
  }),
);
