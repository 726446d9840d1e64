import { z } from "zod";
import { isReadableAccent, isReadableGround, toReadableColors } from "~/features/customer-pages/portal-theme";
import { COVERAGES } from "~/features/discounts/discount-code";
import { productIdsSchema } from "~/features/discounts/discount-code.schema";
import { MAX_REASONS } from "~/features/portal-settings/portal-settings-labels";
import { type RuleError, withRules } from "~/http/request/field-rules";
import { inParts } from "~/lib/schemas/in-parts";
import {
  ACTIONS_OFF_AT_FIRST,
  CANCEL_OFFERS,
  LINE_CHOICES,
  PORTAL_ACTIONS,
  PORTAL_LANGUAGES,
} from "~db/schema/portal-enums";
import type { PortalAction } from "~db/schema/portal-settings";
import { readAttributeFields } from "./attribute-fields-form";

/** In any form that style guides use, `#1A6F52`, `1a6f52` or `#abc`; stored as `#rrggbb`. */
const color = z
  .string({ error: "Choose a colour." })
  .trim()
  .toLowerCase()
  .regex(/^#?([0-9a-f]{6}|[0-9a-f]{3})$/, {
    error: "Enter a colour in hex, such as #1a6f52.",
    // Otherwise its contrast would be checked, too.
    abort: true,
  })
  .transform((text) => {
    const digits = text.replace("#", "");
    return `#${digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits}`;
  });

const textOfAtMost = (longest: number) =>
  z.string().trim().max(longest, `At most ${longest} characters.`).optional().default("");

/** A ticked checkbox is sent, an unticked one is missing. */
const tick = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const reasonRow = {
  id: z.string().max(40).optional().default(""),
  text: textOfAtMost(120),
  offer: z.enum(CANCEL_OFFERS).optional().default("NONE"),
  code: textOfAtMost(255),
};
const rowNames = Array.from({ length: MAX_REASONS }, (_, index) => index);

const toRowName = (index: number, part: keyof typeof reasonRow) => `reason-${index}-${part}`;

/** The rows of reasons that have a text. */
const reasons = withRules(
  z.object(
    Object.fromEntries(
      rowNames.flatMap((index) =>
        Object.entries(reasonRow).map(([part, schema]) => [`reason-${index}-${part}`, schema]),
      ),
    ),
  ),
  (rule) =>
    rowNames.map((index) =>
      rule([toRowName(index, "text"), toRowName(index, "offer"), toRowName(index, "code")], (sent) =>
        sent[toRowName(index, "text")] !== "" &&
        sent[toRowName(index, "offer")] === "DISCOUNT" &&
        sent[toRowName(index, "code")] === ""
          ? [{ path: [toRowName(index, "code")], message: "Write the discount code that is offered." }]
          : [],
      ),
    ),
).transform((sent) => ({
  reasons: rowNames.flatMap((index) => {
    const value = (part: keyof typeof reasonRow) => String(sent[toRowName(index, part)] ?? "");
    const offer = CANCEL_OFFERS.find((kind) => kind === value("offer")) ?? "NONE";
    if (value("text") === "") return [];
    return [
      {
        row: index,
        id: value("id"),
        text: value("text"),
        offer,
        code: offer === "DISCOUNT" ? value("code") : null,
      },
    ];
  }),
}));

/** The switches, and the rows of attribute fields. */
const switchesAndFields = z.looseObject({}).transform((sent, context) => {
  const isTicked = (action: PortalAction) => sent[`action-${action}`] !== undefined;
  const isOffAtFirst = (action: PortalAction) => ACTIONS_OFF_AT_FIRST.includes(action);
  return {
    disabledActions: PORTAL_ACTIONS.filter((action) => !isOffAtFirst(action) && !isTicked(action)),
    enabledActions: PORTAL_ACTIONS.filter((action) => isOffAtFirst(action) && isTicked(action)),
    attributeFields: readAttributeFields(sent, context),
  };
});

const settings = withRules(
  z.object({
    language: z.enum(PORTAL_LANGUAGES, { error: "Choose a language." }),
    followsBrowser: tick,
    accentColor: color,
    backgroundColor: color,
    wordsLanguage: z.enum(PORTAL_LANGUAGES),
    heading: textOfAtMost(80),
    welcome: textOfAtMost(400),
    cancelIntro: textOfAtMost(400),
    help: textOfAtMost(400),
    coverage: z.enum(COVERAGES, { error: "Choose one of the two." }),
    productIds: productIdsSchema,
    shopAddress: textOfAtMost(300),
    lineChoice: z.enum(LINE_CHOICES, { error: "Choose one of the two." }).optional().default("SAME_PRODUCT"),
    forbidsSecondCode: tick,
    singleUseLinks: tick,
    version: z.string().optional().default(""),
  }),
  (rule) => [rule(["accentColor", "backgroundColor"], findUnreadableColors)],
);

/**
 * The settings page as sent: flat fields, with texts and reasons in the one language the page was open in. In parts, so
 * that errors in all of them are reported together.
 */
export const portalSettingsForm = inParts(inParts(settings, reasons), switchesAndFields);

export type PortalSettingsInput = z.output<typeof portalSettingsForm>;

function findUnreadableColors(colors: { accentColor: string; backgroundColor: string }): RuleError[] {
  const near = toReadableColors(colors);
  const refuse = (name: keyof typeof near, message: string) => ({
    path: [name],
    code: "unreadable",
    message,
  });
  return [
    ...(isReadableGround(colors.backgroundColor)
      ? []
      : [refuse("backgroundColor", `Text would be hard to read on it. ${near.backgroundColor} would do.`)]),
    ...(isReadableAccent({ ...colors, backgroundColor: near.backgroundColor })
      ? []
      : [
          refuse(
            "accentColor",
            `Links in it would be hard to read (less than 4.5 : 1). ${near.accentColor} would do.`,
          ),
        ]),
  ];
}
