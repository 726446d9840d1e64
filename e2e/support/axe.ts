import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * What axe finds on the page as it stands, one sentence each, by its default rules and by `target-size` (WCAG 2.2: 24 px, or as
 * much room around), which axe leaves off. Runs under the page's own Content-Security-Policy.
 * @param rules only these
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // `preload` would inline the page's styles, which the policy blocks with an error on the console.
  return page.evaluate(async (runOnly) => {
    const { violations } = await axe.run(document, {
      preload: false,
      // The rest is summed up only: a selector for each element that passes takes longer than looking at it.
      resultTypes: ["violations"],
      elementRef: true,
      ...(runOnly ? { runOnly } : { rules: { "target-size": { enabled: true } } }),
    });
    /** A target that something open stands before is there again when that is closed. */
    const isBehindMenu = (element: Element | undefined) => {
      const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
      const corners = [left + 1, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y) => [x, y] as const));
      return corners.some(([x, y]) => {
        const menu = document.elementFromPoint(x, y)?.closest("details[open]");
        return menu && !menu.contains(element ?? null);
      });
    };
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ element }) => id !== "target-size" || !isBehindMenu(element))
        .map(
          ({ target, failureSummary }) =>
            `${id}: ${target.flat().join(" ")}, ${failureSummary?.replace(/\s+/g, " ")}`,
        ),
    );
  }, rules);
}

/** Boxes that cut off what is in them without a sign. Fields scroll, and words for screen readers are hidden on purpose. */
const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :not(input, textarea)")]
      .filter((box) => {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(box);
        const isCut = overflowX === "hidden" || overflowX === "clip";
        // Both widths are rounded, each by itself: of a box that fits by fractions one may be a pixel more than the other.
        const isTooWide = box.scrollWidth > box.clientWidth + 1;
        return isCut && isTooWide && textOverflow !== "ellipsis" && clipPath === "none";
      })
      .map((box) => `${box.className || box.tagName}: ${box.scrollWidth} px in ${box.clientWidth}`),
  );

/** The rules of axe that look at colours, of those that run by default (its tag `cat.color`). */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * All that the other rules can look at: the markup, and of each element where it is and whether and how it is shown. Without
 * what is never seen: the page's scripts leave once they run, and fetch what a link may need.
 */
const readShape = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const unseen = "script, style, link";
    const shown = [...document.querySelectorAll("body, body *")].map((element) => {
      if (element.matches(unseen)) return "";
      // What is in a closed panel has a place only once somebody has asked for it.
      if (!element.checkVisibility()) return "";
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const { display, visibility, opacity, overflow, position, clipPath, pointerEvents } = style;
      const { fontSize, fontWeight, textDecorationLine } = style;
      return [x, y, width, height, display, visibility, opacity, overflow, position, clipPath, pointerEvents]
        .concat(fontSize, fontWeight, textDecorationLine)
        .join(" ");
    });
    const page = document.documentElement.cloneNode(true) as HTMLElement;
    page.removeAttribute("data-mantine-color-scheme");
    for (const element of page.querySelectorAll(unseen)) element.remove();
    return [page.outerHTML, ...shown.filter(Boolean)].join("\n");
  });

/**
 * What every page of the admin must be, in light and in dark: nothing found by axe, no scrolling sideways, nothing cut off. The widths
 * 1280 and 375 come from the two projects.
 */
export async function expectUsablePage(page: Page): Promise<void> {
  let lightShape = "";
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    const shape = await readShape(page);
    // Where light and dark differ in nothing but colours, all else has nothing new to look at.
    const isSameShape = shape === lightShape;
    lightShape = shape;
    const rules = isSameShape ? COLOUR_RULES : undefined;
    expect(await findViolations(page, rules), `${page.url()} in ${colorScheme}`).toEqual([]);
    if (isSameShape) continue;
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "pixels that the page is wider than the window").toBeLessThanOrEqual(0);
    expect(await findCutOff(page), "what is cut off").toEqual([]);
  }
}
