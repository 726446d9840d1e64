import { z } from "zod";
import { isReadableAccent, isReadableGround, toReadableColors } from "~/features/customer-pages/portal-theme";
import { productIdsSchema } from "~/features/discounts/discount-code.schema";
import { readAttributeFields } from "~/features/portal/settings/attribute-fields-form";
import { MAX_REASONS } from "~/features/portal-settings/portal-settings-labels";
import {
  ACTIONS_OFF_AT_FIRST,
  CANCEL_OFFERS,
  LINE_CHOICES,
  PORTAL_ACTIONS,
  PORTAL_LANGUAGES,
} from "~db/schema/portal-enums";
import type { PortalAction } from "~db/schema/portal-settings";

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

const words = (longest: number) =>
  z.string().trim().max(longest, `At most ${longest} characters.`).optional().default("");

/** A ticked checkbox is sent, an unticked one is missing. */
const tick = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const reasonRow = {
  id: z.string().max(40).optional().default(""),
  text: words(120),
  offer: z.enum(CANCEL_OFFERS).optional().default("NONE"),
  code: words(255),
};
const rowNames = Array.from({ length: MAX_REASONS }, (_, index) => index);

const rowFields = Object.fromEntries(
  rowNames.flatMap((index) =>
    Object.entries(reasonRow).map(([part, schema]) => [`reason-${index}-${part}`, schema]),
  ),
);

/** The settings page as sent: flat fields, with texts and reasons in the one language the page was open in. */
export const portalSettingsForm = z
  .looseObject({
    ...rowFields,
    language: z.enum(PORTAL_LANGUAGES, { error: "Choose a language." }),
    followsBrowser: tick,
    accentColor: color,
    backgroundColor: color,
    wordsLanguage: z.enum(PORTAL_LANGUAGES),
    heading: words(80),
    welcome: words(400),
    cancelIntro: words(400),
    help: words(400),
    coverage: z.enum(["ALL", "PRODUCTS"], { error: "Choose one of both." }),
    productIds: productIdsSchema,
    shopAddress: words(300),
    lineChoice: z.enum(LINE_CHOICES, { error: "Choose one of both." }).optional().default("SAME_PRODUCT"),
    forbidsSecondCode: tick,
    singleUseLinks: tick,
    updatedAt: z.string().optional().default(""),
  })
  .superRefine(requireReadableColors)
  .transform(({ updatedAt, ...form }, context) => {
    const sent: Record<string, unknown> = form;
    const value = (name: string) => String(sent[name] ?? "");
    const reasons = rowNames.flatMap((index) => {
      const text = value(`reason-${index}-text`);
      if (text === "") return [];
      const offer = CANCEL_OFFERS.find((kind) => kind === value(`reason-${index}-offer`)) ?? "NONE";
      const code = value(`reason-${index}-code`);
      if (offer === "DISCOUNT" && code === "")
        context.issues.push({
          code: "custom",
          input: form,
          path: [`reason-${index}-code`],
          message: "Write the discount code that is offered.",
        });
      return [
        {
          row: index,
          id: value(`reason-${index}-id`),
          text,
          offer,
          code: offer === "DISCOUNT" ? code : null,
        },
      ];
    });
    const isTicked = (action: PortalAction) => sent[`action-${action}`] !== undefined;
    const isOffAtFirst = (action: PortalAction) => ACTIONS_OFF_AT_FIRST.includes(action);
    const switches = {
      disabledActions: PORTAL_ACTIONS.filter((action) => !isOffAtFirst(action) && !isTicked(action)),
      enabledActions: PORTAL_ACTIONS.filter((action) => isOffAtFirst(action) && isTicked(action)),
    };
    const attributeFields = readAttributeFields(sent, context);
    return { ...form, ...switches, seen: updatedAt, reasons, attributeFields };
  });

export type PortalSettingsInput = z.output<typeof portalSettingsForm>;

function requireReadableColors(
  colors: { accentColor: string; backgroundColor: string },
  context: z.RefinementCtx,
): void {
  const near = toReadableColors(colors);
  const refuse = (name: keyof typeof near, message: string) =>
    context.addIssue({ code: "custom", path: [name], params: { code: "unreadable" }, message });
  if (!isReadableGround(colors.backgroundColor))
    refuse("backgroundColor", `Text would be hard to read on it. ${near.backgroundColor} would do.`);
  if (!isReadableAccent({ ...colors, backgroundColor: near.backgroundColor }))
    refuse(
      "accentColor",
      `Links in it would be hard to read (less than 4.5 : 1). ${near.accentColor} would do.`,
    );
}
