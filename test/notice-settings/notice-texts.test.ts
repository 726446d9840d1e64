import { describe, expect, test } from "vitest";
import { failureTextsOf } from "~/features/billing/dunning/failure-texts";
import { channelsOf, SWITCHED_KINDS } from "~/features/notice-settings/rules/notice-kinds";
import {
  fillIn,
  findUnknownVariables,
  type VariableValues,
} from "~/features/notice-settings/rules/notice-template";
import { ownTemplate } from "~/features/notice-settings/texts/texts-of";
import { findTemplateErrors } from "~/features/notices/admin/notice-forms";
import { toTextMessage } from "~/features/text-messages/segments";
import { NOTICE_KINDS } from "~db/schema/notice-enums";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";

const KINDS = NOTICE_KINDS;

describe.each(PORTAL_LANGUAGES)("our texts in %s", (language) => {
  const writeDay = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const day = writeDay.format(new Date("2026-11-23T12:00:00Z"));
  const values: VariableValues = {
    customer_name: "Ada Lovelace",
    shop_name: "Bean & Leaf",
    contract_number: "123456",
    products: "2 × Espresso",
    amount: new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(24.9),
    frequency: day,
    next_order_date: day,
    order_date: day,
    order_name: "#1001",
    address: "Torstr. 1, 10119 Berlin",
    card: "Visa •••• 4242",
    good_for: day,
    what_happened: failureTextsOf(language).endedSubject("Bean & Leaf"),
    what_to_do: failureTextsOf(language).act,
    portal_address: "https://bean-leaf.example/apps/memberships/cp",
  };

  test("name only what the notice knows", () => {
    const unknown = KINDS.flatMap((kind) =>
      channelsOf(kind).flatMap((channel) => {
        const { subject, body } = ownTemplate({ kind, channel, language });
        return findUnknownVariables(kind, channel, `${subject} ${body}`);
      }),
    );
    expect(unknown).toEqual([]);
  });

  test("are one or two messages as a text message, which says who writes", () => {
    const long = SWITCHED_KINDS.map((kind) =>
      fillIn(ownTemplate({ kind, channel: "SMS", language }).body, values),
    )
      .map(toTextMessage)
      .filter(({ text, segments }) => segments > 2 || !text.includes("Bean & Leaf"));
    expect(long).toEqual([]);
  });
});

test("braces that make no variable are an error: customers would read them", () => {
  const errorsIn = (body: string) =>
    findTemplateErrors({ kind: "paused", channel: "SMS" }, { subject: null, body }).map(
      ({ detail }) => detail,
    );
  const broken = (text: string) => [
    `“${text}” is no whole variable. Write it with two braces on each side, such as {{shop_name}}.`,
  ];
  expect(errorsIn("Hello {{customer_name}, bye")).toEqual(broken("Hello {{customer_name}, bye"));
  expect(errorsIn("Hello {customer_name}}")).toEqual(broken("Hello {customer_name}}"));
  expect(errorsIn("Dear {{\nproducts")).toEqual(broken("Dear {{"));
  expect(errorsIn("{{customer_name}} and {{products")).toEqual(broken("and {{products"));
  expect(errorsIn("Hello {{ customer_name }} {you} } {{products}}{{amount}}")).toEqual([]);
});
