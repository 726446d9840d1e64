import { readFileSync } from "node:fs";
import { type CDPSession, expect, type Page } from "@playwright/test";
import { inOneDocument, measureOverflow } from "./documents";

/** Defined in the page, after `bringAxe`. */
declare const axe: typeof import("axe-core");

/** The minified one: it is sent to every page that is checked, and parsed there. */
const AXE_SCRIPT = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const sessions = new WeakMap<Page, CDPSession>();

/**
 * Loads Axe into the page in spite of its Content-Security-Policy. Through the browser's protocol, because a script loaded
 * this way is compiled once for all pages of a process; with `page.evaluate` each page compiles it again, which took half
 * of the time on small pages.
 */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send("Runtime.evaluate", { expression: AXE_SCRIPT });
}

/** The rules of axe that look at colours, of those that run by default (its tag `cat.color`). */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Contrast is checked only for texts with this attribute. */
const LOOK = "data-look-at-contrast";

/** Colours whose contrast this worker has found sufficient. */
const seenColours = new Set<string>();

/**
 * Marks the texts whose colours this worker has not checked: checking every text of every page took half of axe's time.
 * Contrast follows from the text's colour, size and weight, and from the colour, picture and opacity of each box around
 * it; a positioned box may be in front of anything, so its position counts, too. Of texts with equal colours three are
 * checked, since axe does not report one that something else covers.
 * @returns the colours of the marked texts
 */
async function markNewColours(page: Page): Promise<string[]> {
  const colours = await page.evaluateHandle(() => {
    const boxes = new Map<Element, string>();
    /** The boxes around a text that paint something, outermost first. */
    const readBoxes = (element: Element | null): string => {
      if (!element) return "";
      const known = boxes.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } =
        getComputedStyle(element);
      const { x, y } = element.getBoundingClientRect();
      const place = position === "static" || position === "relative" ? "" : `${x} ${y}`;
      const box = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, place].join(",");
      const isBare = box === "rgba(0, 0, 0, 0),none,1,none,normal,";
      const all = readBoxes(element.parentElement) + (isBare ? "" : `/${box}`);
      boxes.set(element, all);
      return all;
    };
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim();
    const texts = [...document.querySelectorAll<HTMLElement>("body, body *")].filter(
      (element) =>
        ([...element.childNodes].some(isText) || element.matches("input, textarea, select")) &&
        element.checkVisibility(),
    );
    const byColour = new Map<string, HTMLElement[]>();
    for (const element of texts) {
      const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
      const type = [color, fontSize, fontWeight, textShadow, textDecorationLine];
      const around = element.matches("a") ? element.parentElement : null;
      // Disabled controls need no contrast.
      const parts = [element, element.closest("label")?.control];
      const isOff = parts.some((part) => part?.closest(":disabled, [aria-disabled=true], [inert]"));
      const colour = [...type, around && getComputedStyle(around).color, isOff, readBoxes(element)].join(";");
      const same = byColour.get(colour);
      if (same) same.push(element);
      else byColour.set(colour, [element]);
    }
    return byColour;
  });
  const unseen = (await colours.evaluate((all) => [...all.keys()])).filter(
    (colour) => !seenColours.has(colour),
  );
  await colours.evaluate(
    (all, [wanted, attribute]) => {
      for (const colour of wanted) {
        const texts = all.get(colour) ?? [];
        for (const index of [0, texts.length >> 1, texts.length - 1])
          texts[index]?.setAttribute(attribute, "");
      }
    },
    [unseen, LOOK] as const,
  );
  await colours.dispose();
  return unseen;
}

/**
 * Axe's findings on the page as it is, one sentence each, by its default rules and by `target-size` (WCAG 2.2: 24 px,
 * or as much space around), which is off by default. Runs under the page's own Content-Security-Policy.
 * @param rules only these
 * @throws if the page is left before it is checked
 */
export const findViolations = (page: Page, rules?: string[]): Promise<string[]> =>
  inOneDocument(page, () => runAxe(page, rules));

async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  const colours = await markNewColours(page);
  if (colours.length === 0 && rules?.every((rule) => COLOUR_RULES.includes(rule))) return [];
  await bringAxe(page);
  // `preload` would inline the page's styles, which the policy blocks with an error on the console.
  const violations = await page.evaluate(
    async ([runOnly, look]) => {
      axe.configure({ rules: [{ id: "color-contrast", selector: `[${look}]` }] });
      const { violations } = await axe.run(document, {
        preload: false,
        // Everything else is only summarised: building a selector for each element that passes takes longer than
        // checking it.
        resultTypes: ["violations"],
        elementRef: true,
        ...(runOnly ? { runOnly } : { rules: { "target-size": { enabled: true } } }),
      });
      /** A target covered by an open menu can be reached again once that is closed. */
      const isBehindMenu = (element: Element | undefined) => {
        const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
        const corners = [left + 1, right - 1].flatMap((x) =>
          [top + 1, bottom - 1].map((y) => [x, y] as const),
        );
        return corners.some(([x, y]) => {
          const menu = document.elementFromPoint(x, y)?.closest("details[open]");
          return menu && !menu.contains(element ?? null);
        });
      };
      for (const element of document.querySelectorAll(`[${look}]`)) element.removeAttribute(look);
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ element }) => id !== "target-size" || !isBehindMenu(element))
          .map(
            ({ target, failureSummary }) =>
              `${id}: ${target.flat().join(" ")}, ${failureSummary?.replace(/\s+/g, " ")}`,
          ),
      );
    },
    [rules, LOOK] as const,
  );
  if (violations.length === 0) for (const colour of colours) seenColours.add(colour);
  return violations;
}

/**
 * Boxes that cut off their content without a sign. Fields scroll, and texts for screen readers are hidden on purpose.
 */
const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :not(input, textarea)")]
      .filter((box) => {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(box);
        const isCut = overflowX === "hidden" || overflowX === "clip";
        // Both widths are rounded separately: for a box that fits by a fraction, one may be a pixel more than the
        // other.
        const isTooWide = box.scrollWidth > box.clientWidth + 1;
        return isCut && isTooWide && textOverflow !== "ellipsis" && clipPath === "none";
      })
      .map((box) => `${box.className || box.tagName}: ${box.scrollWidth} px in ${box.clientWidth}`),
  );

/** Cards one below the other without space between them. */
const findTouching = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>("main .pn-card")].filter((card) =>
      card.checkVisibility(),
    );
    return cards.flatMap((upper) => {
      const { left, right, bottom } = upper.getBoundingClientRect();
      const below = cards.find((card) => {
        const box = card.getBoundingClientRect();
        const isBelow = box.left < right && box.right > left && Math.abs(box.top - bottom) < 4;
        return isBelow && !upper.contains(card);
      });
      return below ? `“${upper.textContent.slice(0, 30)}” and “${below.textContent.slice(0, 30)}”` : [];
    });
  });

/**
 * Everything that the other rules check: the markup, and of each element its position and whether and how it is shown.
 * Without what is never visible: the page's scripts are removed once they run, and prefetch what links may need.
 */
const readShape = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const unseen = "script, style, link";
    const shown = [...document.querySelectorAll("body, body *")].map((element) => {
      if (element.matches(unseen)) return "";
      // Content of a closed panel has a position only once it is opened.
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
 * Every page of the admin must pass this, in light and in dark: no findings of axe, no sideways scrolling, nothing cut
 * off, no two cards that touch. The widths 1280 and 375 come from the two projects. It waits for what is already
 * loading; a page that is being left for another document is refused.
 */
export async function expectUsablePage(page: Page): Promise<void> {
  await expect(page.locator(".pn-loading[data-busy]")).toHaveCount(0);
  await inOneDocument(page, () => expectUsable(page));
}

async function expectUsable(page: Page): Promise<void> {
  let lightShape = "";
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    const shape = await readShape(page);
    // If light and dark differ only in colours, the other rules have nothing new to check.
    const isSameShape = shape === lightShape;
    lightShape = shape;
    const rules = isSameShape ? COLOUR_RULES : undefined;
    expect(await findViolations(page, rules), `${page.url()} in ${colorScheme}`).toEqual([]);
    if (isSameShape) continue;
    expect(await measureOverflow(page), "pixels that the page is wider than the window").toBeLessThanOrEqual(
      0,
    );
    expect(await findCutOff(page), "what is cut off").toEqual([]);
    expect(await findTouching(page), "cards that touch").toEqual([]);
  }
}
