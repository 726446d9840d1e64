import { expect, test } from "vitest";
import { sanitizeBundleHtml } from "~/features/bundles/configure/bundle-html.server";
import { HOSTILE_HTML } from "../support/data/hostile-html";

test("headings, lists, links and images stay", () => {
  const html =
    '<h2>Fresh</h2><p>From <strong>our</strong> roastery.<br />Daily.</p><ul><li>Beans</li></ul><a href="/pages/about">About</a>';
  expect(sanitizeBundleHtml(html)).toBe(html.replace('about">', 'about" rel="noopener nofollow">'));
  expect(sanitizeBundleHtml('<img src="https://cdn.example/a.png" alt="Beans">')).toBe(
    '<img src="https://cdn.example/a.png" alt="Beans" loading="lazy" />',
  );
  expect(sanitizeBundleHtml("<h1>Title</h1>")).toBe("<h2>Title</h2>");
});

test.each(HOSTILE_HTML)("%s comes out harmless, and so does what comes out of it", (html) => {
  const once = sanitizeBundleHtml(html);
  expect(once).not.toMatch(
    /<\s*(script|style|iframe|object|embed|svg|math|form|input|link|meta|base|template)/i,
  );
  expect(once).not.toMatch(/<[^>]*\s(on\w+|style|class|id|srcset|formaction|background)\s*=/i);
  expect(once).not.toMatch(/(href|src)\s*=\s*["']?\s*(javascript|data|vbscript|http:|\/\/)/i);
  expect(sanitizeBundleHtml(once)).toBe(once);
});
