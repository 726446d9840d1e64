import { findSectionProblems } from "~/features/bundles/rules/bundle-limits";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { toBoxLines } from "./box-choice";
import type { BoxSlot } from "./box-slots";
import type { BoxView } from "./box-view";

export type BoxGroup = {
  /** The merchant's; null for products without a heading. */
  title: string | null;
  /** How many of its items customers choose; null without limits. */
  range: ItemRange | null;
  /** Whether there are groups with headings before it. */
  isRest: boolean;
  slots: BoxSlot[];
  /** Index of its section; null for a group outside sections. */
  section: number | null;
};

/** `most` null = no maximum. */
export type ItemRange = { least: number; most: number | null };

/** Slots under the headings of sections or collections, in order; slots without a heading come last. */
export function toBoxGroups({ bundle, slots }: Pick<BoxView, "bundle" | "slots">): BoxGroup[] {
  const groups =
    bundle.buildABoxType === "SECTIONED_BUNDLE"
      ? bundle.sections.map((section, index) => ({
          ...section,
          range: { least: section.minProducts, most: section.maxProducts },
          section: index,
        }))
      : bundle.productSelectionType === "COLLECTION"
        ? bundle.collectionData.map((collection) => ({ ...collection, range: null, section: null }))
        : [];
  const placed = new Set<number>();
  const named = groups.map(({ title, range, section, productIds }) => {
    const own = slots.filter(({ productId }) => productIds.includes(productId) && !placed.has(productId));
    for (const { productId } of own) placed.add(productId);
    return { title, range, isRest: false, section, slots: own };
  });
  const rest = slots.filter(({ productId }) => !placed.has(productId));
  const others = { title: null, range: null, isRest: named.length > 0, section: null, slots: rest };
  return [...named, others].filter((group) => group.slots.length > 0);
}

/** Number of items of a group in the box. */
export function countPieces({ choice }: Pick<BoxView, "choice">, { slots }: BoxGroup): number {
  const ids = new Set(slots.map(({ productId }) => productId));
  return choice.rows.reduce((sum, { productId, quantity }) => sum + (ids.has(productId) ? quantity : 0), 0);
}

type SectionProblem = ReturnType<typeof findSectionProblems>[number];

/** Where a customer is in a box of steps. */
export type BoxWalk = {
  groups: BoxGroup[];
  /** Index of the group that is shown. */
  at: number;
  /** Why they cannot continue; empty until they have tried. */
  problems: SectionProblem[];
};

const isBoxOfSteps = ({ buildABoxType }: Pick<BundleConfiguration, "buildABoxType">): boolean =>
  buildABoxType === "SECTIONED_BUNDLE";

/**
 * In a box of sections customers go through one section at a time: `step` is where they are and `to` where they want to
 * go, both from 1. Going forward stops at the first section whose limits are not met.
 * @returns null for a box that is shown as a whole
 */
export function readWalk(view: BoxView, search: URLSearchParams): BoxWalk | null {
  const groups = isBoxOfSteps(view.bundle) ? toBoxGroups(view) : [];
  if (groups.length < 2) return null;
  const read = (name: string) => {
    const step = Number(search.get(name));
    return Number.isInteger(step) && step >= 1 && step <= groups.length ? step - 1 : null;
  };
  const wanted = search.has("go") ? groups.length : read("to");
  const from = read("step") ?? 0;
  if (wanted === null) return { groups, at: from, problems: [] };
  const problems = listSectionProblems(view);
  const blocked = groups.findIndex(
    ({ section }, index) => index < wanted && problems.some((problem) => problem.section === section),
  );
  if (blocked < 0) return { groups, at: Math.min(wanted, groups.length - 1), problems: [] };
  const { section } = groups[blocked] ?? {};
  return { groups, at: blocked, problems: problems.filter((problem) => problem.section === section) };
}

export const listSectionProblems = ({ bundle, choice }: BoxView): SectionProblem[] =>
  findSectionProblems(bundle, toBoxLines(choice.rows));
