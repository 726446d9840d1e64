import { sql } from "drizzle-orm";
import { boolean, check, customType, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, int64, oneOf } from "./columns";
import { type CANCEL_OFFERS, LINE_CHOICES, type PORTAL_ACTIONS, PORTAL_LANGUAGES } from "./portal-enums";
import { shops } from "./shops";

export type PortalLanguage = (typeof PORTAL_LANGUAGES)[number];
export type PortalAction = (typeof PORTAL_ACTIONS)[number];
export type CancelOffer = (typeof CANCEL_OFFERS)[number];

/** The merchant's own texts in one language; missing ones keep the portal's. */
export type PortalTextOverrides = { heading?: string; welcome?: string; cancelIntro?: string; help?: string };

/** A reason to cancel: its text by language, and the offer for it. */
export type CancelReason = {
  id: string;
  words: Partial<Record<PortalLanguage, string>>;
  offer: CancelOffer;
  /** With the offer DISCOUNT: the code that is applied. */
  discountCode: string | null;
};

/** A field's texts in one language; missing or blank ones are those for all languages. `choices`: by the choice. */
export type AttributeTexts = { label?: string; help?: string; choices?: Record<string, string> };

/**
 * An attribute field: a detail of a product that customers are asked for, stored as a line's attribute of this name.
 */
export type AttributeField = {
  name: string;
  /** Blank: the name is used. */
  label: string;
  help: string;
  /** The choices, as stored in any language; none = free text. */
  choices: string[];
  /** Maximum number of characters; null = as many as an attribute holds. */
  maxLength: number | null;
  isRequired: boolean;
  /** null = every product. */
  productIds: number[] | null;
  /** Languages that the merchant has translated. */
  words?: Partial<Record<PortalLanguage, AttributeTexts>>;
};

/** How the portal of a shop looks and what it lets customers do. No row: the column defaults. */
export const portalSettings = pgTable(
  "portal_settings",
  {
    shopId: int64("shop_id")
      .notNull()
      .references(() => shops.id),
    language: text("language").$type<PortalLanguage>().notNull().default("en"),
    /** Whether a browser that prefers another of our languages gets that one. */
    followsBrowser: boolean("follows_browser").notNull().default(true),
    disabledActions: text("disabled_actions").array().$type<PortalAction[]>().notNull().default(sql`'{}'`),
    /**
     * Enabled actions among those that are off at first (`ACTIONS_OFF_AT_FIRST`); `disabledActions` is for the others.
     */
    enabledActions: text("enabled_actions").array().$type<PortalAction[]>().notNull().default(sql`'{}'`),
    accentColor: text("accent_color").notNull().default("#1a6f52"),
    backgroundColor: text("background_color").notNull().default("#f6f6f3"),
    logoUrl: text("logo_url"),
    words: jsonb("words").$type<Partial<Record<PortalLanguage, PortalTextOverrides>>>().notNull().default({}),
    /** null = the portal's own list of reasons. */
    cancelReasons: jsonb("cancel_reasons").$type<CancelReason[]>(),
    /**
     * Products a customer may add to the next order, and with the line choice OFFERED as a line; null = every available
     * product.
     */
    addableProductIds: int64("addable_product_ids").array(),
    lineChoice: text("line_choice", { enum: LINE_CHOICES }).notNull().default("SAME_PRODUCT"),
    attributeFields: jsonb("attribute_fields").$type<AttributeField[]>().notNull().default([]),
    forbidsSecondCode: boolean("forbids_second_code").notNull().default(false),
    /** The shop's postal address, in lines, for receipts. */
    shopAddress: text("shop_address").notNull().default(""),
    singleUseLinks: boolean("single_use_links").notNull().default(false),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "portal_settings_pkey", columns: [t.shopId] }),
    oneOf("portal_settings_language_check", "language", PORTAL_LANGUAGES),
    oneOf("portal_settings_line_choice_check", "line_choice", LINE_CHOICES),
    check(
      "portal_settings_colors_check",
      sql`accent_color ~ '^#[0-9a-f]{6}$' and background_color ~ '^#[0-9a-f]{6}$'`,
    ),
  ],
);

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** The logo of a shop as it is served: one PNG, made from the upload. A new one has a new id. */
export const shopLogos = pgTable(
  "shop_logos",
  {
    shopId: int64("shop_id")
      .notNull()
      .references(() => shops.id),
    /** Hash of the bytes: an address with it may be cached for good. */
    id: text("id").notNull(),
    image: bytes("image").notNull(),
    /** In pixels. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "shop_logos_pkey", columns: [t.shopId] }),
    check("shop_logos_size_check", sql`width > 0 and height > 0 and octet_length(image) <= 1048576`),
  ],
);
