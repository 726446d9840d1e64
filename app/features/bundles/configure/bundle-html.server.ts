import sanitizeHtml from "sanitize-html";

const TEXT = ["p", "br", "hr", "strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "blockquote"];
const BLOCKS = ["h2", "h3", "h4", "ul", "ol", "li", "figure", "figcaption"];
const TABLES = ["table", "caption", "thead", "tbody", "tr", "th", "td"];

/**
 * A merchant's rich text without anything that could run, restyle the page or disguise a link: only what is on the list
 * of allowed markup stays. No style, class or id; links to https, mail and phone, or within the shop; images by https.
 */
export function sanitizeBundleHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...TEXT, ...BLOCKS, ...TABLES, "a", "img"],
    allowedAttributes: {
      a: ["href", "title", "rel"],
      img: ["src", "alt", "width", "height", "loading"],
      th: ["colspan", "rowspan", "scope"],
      td: ["colspan", "rowspan"],
    },
    allowedSchemes: ["https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["https"] },
    allowProtocolRelative: false,
    transformTags: {
      // The page has a first heading of its own.
      h1: "h2",
      h5: "h4",
      h6: "h4",
      a: sanitizeHtml.simpleTransform("a", { rel: "noopener nofollow" }),
      img: sanitizeHtml.simpleTransform("img", { loading: "lazy" }),
    },
  }).trim();
}
