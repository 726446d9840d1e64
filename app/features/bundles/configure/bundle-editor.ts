import type { SellingPlan } from "~/features/bundles/rules/bundle-plans";
import type { FieldError } from "~/lib/problem";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";

/** A product as the editor shows it, with all its variants. */
export type EditorProduct = {
  id: number;
  title: string;
  image: string | null;
  isDeleted: boolean;
  variants: {
    id: number;
    title: string;
    price: string;
    available: boolean;
    isDeleted: boolean;
  }[];
};

/** The data of the editor's page. `id` null: a bundle that does not exist yet. */
export type BundleEditorPage = {
  id: number | null;
  handle: string | null;
  bundle: BundleConfiguration;
  version: number;
  saved: { by: string; at: string } | null;
  canUndo: boolean;
  isArchived: boolean;
  mayEdit: boolean;
  products: EditorProduct[];
  sellingPlanGroups: { id: number; name: string }[];
  sellingPlans: SellingPlan[];
  /** While the saved bundle is open: names of the frequencies that no plan sells. */
  unsold: string[];
  currencyCode: string;
  /** Addresses of the storefront page, for “copy link” and “open”. */
  links: { storefront: string; here: string } | null;
  now: string;
};

/** What the editor's button creates: a plan, and the group it belongs to. */
export type MadePlan = { plan: SellingPlan; group: { id: number; name: string } };

/** `html` is null when the draft cannot be shown. */
export type BundlePreview = { html: string | null; errors: FieldError[] };

export const BUNDLE_TABS = ["all", "active", "inactive", "archived"] as const;
export type BundleTab = (typeof BUNDLE_TABS)[number];

export type BundleListRow = {
  id: number;
  name: string;
  handle: string;
  type: BundleConfiguration["buildABoxType"];
  isActive: boolean;
  /** While it is open: names of the frequencies that no plan sells. */
  unsold: string[];
  isArchived: boolean;
  productCount: number;
  updatedAt: string;
  updatedBy: string;
  link: string;
};

export type BundleListPage = {
  rows: BundleListRow[];
  tab: BundleTab;
  search: string;
  page: number;
  hasNext: boolean;
  /** Bundles of the whole shop, whatever the search: 0 has an empty state of its own. */
  total: number;
  mayEdit: boolean;
  now: string;
};
