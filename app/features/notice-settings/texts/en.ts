import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const en = once(
  (): NoticeTexts => ({
    created: {
      subject: "Your subscription with {{shop_name}}",
      body: "Thank you for your subscription: {{products}}.\n\nYour next order is on {{next_order_date}}.",
      sms: "{{shop_name}}: Thank you for your subscription. Your next order is on {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Your next order from {{shop_name}} is coming up",
      body: "On {{order_date}} we’ll prepare your next order: {{products}}. It costs {{amount}}.\n\nYou can still change or skip it.",
      sms: "{{shop_name}}: Your next order is prepared on {{order_date}} and costs {{amount}}. You can still change or skip it.",
    },
    order_paid: {
      subject: "Your order from {{shop_name}}",
      body: "Your payment for {{products}} has arrived. We’re preparing your order {{order_name}}.\n\nYour next order is on {{next_order_date}}.",
      sms: "{{shop_name}}: Your payment has arrived. Your order {{order_name}} is being prepared.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "We could not collect the payment for your subscription with {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Your subscription is paused",
      body: "Your subscription to {{products}} is paused. You won’t be charged until it is resumed.",
      sms: "{{shop_name}}: Your subscription is paused. You won't be charged until it is resumed.",
    },
    resumed: {
      subject: "Your subscription continues",
      body: "Your subscription to {{products}} continues. Your next order is on {{next_order_date}}.",
      sms: "{{shop_name}}: Your subscription continues. Your next order is on {{next_order_date}}.",
    },
    cancelled: {
      subject: "Your subscription is cancelled",
      body: "Your subscription to {{products}} is cancelled. You won’t be charged again.",
      sms: "{{shop_name}}: Your subscription is cancelled. You won't be charged again.",
    },
    skipped: {
      subject: "Your order is skipped",
      body: "Your order of {{order_date}} is skipped, and nothing is charged for it.\n\nYour next order is on {{next_order_date}}.",
      sms: "{{shop_name}}: Your order of {{order_date}} is skipped, and nothing is charged for it.",
    },
    address: {
      subject: "Your delivery address has changed",
      body: "From now on your orders go to: {{address}}",
      sms: "{{shop_name}}: Your delivery address has changed. Orders now go to: {{address}}",
    },
    frequency: {
      subject: "The frequency of your subscription has changed",
      body: "From now on: {{frequency}}. Your next order is on {{next_order_date}}.",
      sms: "{{shop_name}}: The frequency of your subscription has changed: {{frequency}}.",
    },
    products: {
      subject: "Your subscription has changed",
      body: "Your subscription is now: {{products}}. An order costs {{amount}}.",
      sms: "{{shop_name}}: Your subscription has changed. An order now costs {{amount}}.",
    },
    card_expiring: {
      subject: "Your card is about to expire",
      body: "The card {{card}} that pays for your subscription with {{shop_name}} is about to expire. Please choose another one, so that your next orders can be paid.",
      sms: "{{shop_name}}: Your card {{card}} is about to expire. Please choose another one: {{portal_address}}",
    },
    portal_link: {
      subject: "Your link to {{shop_name}}",
      body: "Use this link to view and manage your subscriptions with {{shop_name}}. No password needed.\n\n{{good_for}}",
    },
    button: "Open my subscriptions",
    unsubscribe: "No more reminders by e-mail",
    stopping: {
      title: "Reminders by e-mail",
      text: (shop) =>
        `Do you want no more reminders by e-mail from ${shop}? You’ll still be told what changes.`,
      button: "Stop reminders",
      done: (shop) => `You’ll get no more reminders by e-mail from ${shop}.`,
      again: "Get reminders again",
    },
  }),
);
