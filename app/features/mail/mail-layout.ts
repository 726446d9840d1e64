import { directionOf } from "~/features/portal-settings/portal-languages";

/** The parts of a mail; every text is plain. */
export type MailContent = {
  subject: string;
  heading: string;
  greeting: string;
  paragraphs: string[];
  /** Between paragraphs and button, as text and as finished HTML that holds nothing unescaped. */
  block?: { text: string; html: string };
  /** Below the button; one with an address is a link. */
  afterwards?: (string | { label: string; url: string })[];
  button?: { label: string; url: string; orCopy: string };
  footer: string;
};

export type MailTheme = {
  language: string;
  shopName: string;
  accentColor: string;
  onAccent: string;
  backgroundColor: string;
  logo: { src: string; width: number; height: number } | null;
};

export type RenderedMail = { subject: string; text: string; html: string };

/** A subject must be one line, whatever a shop or a customer is called. */
const toOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

export const escapeHtml = (text: string): string =>
  text.replaceAll(
    /[&<>"']/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[char] ?? char,
  );

// A full address ends before punctuation, and before scripts that write no blank after it.
const PIECES =
  /(https?:\/\/[\p{Script=Latin}\d\-._~:/?#[\]@!$&'()*+,;=%]*[\p{Script=Latin}\d\-_~/#=&%+$]|[^\s@<>()]+@[^\s@<>(),]+[^\s@<>(),.?!:]|[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.[a-z]{2,})/iu;
const IN_ONE_PIECE = "display:inline-block;max-width:100%;overflow-wrap:anywhere";

const toLink = (url: string, label: string): string =>
  `<a href="${escapeHtml(url)}" style="color:inherit;overflow-wrap:anywhere">${escapeHtml(label)}</a>`;

/**
 * Makes full addresses links. Keeps e-mail addresses and hosts from breaking at hyphens and dots; one breaks only if it
 * is wider than the line.
 */
const toHtmlText = (text: string): string =>
  text
    .split(PIECES)
    .map((piece, place) => {
      // Matches of the pattern's group are at the odd indexes.
      if (place % 2 === 0) return escapeHtml(piece);
      if (/^https?:\/\//i.test(piece)) return toLink(piece, piece);
      return `<span style="${IN_ONE_PIECE}">${escapeHtml(piece)}</span>`;
    })
    .join("");

/** A mail as text and as HTML with the same content. Styles are inline: mail programs drop everything else. */
export const renderMail = (content: MailContent, look: MailTheme): RenderedMail => ({
  subject: toOneLine(content.subject),
  text: toText(content, look),
  html: toHtml(content, look),
});

const toTextLink = ({ label, url }: { label: string; url: string }): string => `${label}:\n${url}`;

function toText(
  { greeting, paragraphs, block, button, afterwards = [], footer }: MailContent,
  { shopName }: MailTheme,
): string {
  const parts = [
    greeting,
    ...paragraphs,
    ...(block ? [block.text] : []),
    ...(button ? [toTextLink(button)] : []),
    ...afterwards.map((part) => (typeof part === "string" ? part : toTextLink(part))),
  ];
  return `${parts.join("\n\n")}\n\n${shopName}\n\n-- \n${footer}\n`;
}

/** Mail programs that show no images show the name. */
const toBrand = ({ logo, shopName }: MailTheme): string =>
  logo
    ? `<img src="${escapeHtml(logo.src)}" alt="${escapeHtml(shopName)}" width="${logo.width}" height="${logo.height}" style="display:block;border:0;object-fit:contain">`
    : escapeHtml(shopName);

/**
 * The dark scheme, for programs that have one and support style elements. Where these are dropped, the colours on the
 * elements apply: a light mail. Buttons keep the shop's colour, which has a text colour of its own.
 */
const DARK_STYLES = `<style>@media (prefers-color-scheme:dark){.m-ground{background:#121416!important}.m-card{background:#1c1f23!important}.m-ink{color:#eceef0!important}.m-quiet{color:#a4abb3!important}.m-link{color:#7fd0ae!important}.m-line{border-color:#3a4048!important}.m-rest{background:#3a4048!important}}</style>`;
const SCHEMES = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`;

/** A mail as programs without a dark scheme show it. */
export const toLightMail = (html: string): string =>
  html.replace(DARK_STYLES, "").replace(SCHEMES, '<meta name="color-scheme" content="light">');

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

function toHtml(
  { subject, heading, greeting, paragraphs, block, button, afterwards = [], footer }: MailContent,
  look: MailTheme,
): string {
  const toParagraph = (inner: string) =>
    `<p class="m-ink" dir="auto" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1c2024">${inner}</p>`;
  const address = button && escapeHtml(button.url);
  const open = button
    ? `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${look.accentColor};color:${look.onAccent};font-size:16px;font-weight:600;line-height:20px;text-decoration:none">${escapeHtml(button.label)}</a></p>`
    : "";
  const copy = button
    ? `<p class="m-quiet" style="margin:24px 0 4px;font-size:13px;line-height:20px;color:#596069">${escapeHtml(button.orCopy)}</p>
<p style="margin:0;font-size:13px;line-height:20px;overflow-wrap:anywhere"><a href="${address}" class="m-quiet" style="color:#596069">${address}</a></p>`
    : "";
  return `<!doctype html>
<html lang="${look.language}" dir="${directionOf(look.language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${SCHEMES}${DARK_STYLES}<title>${escapeHtml(toOneLine(subject))}</title></head>
<body class="m-ground" style="margin:0;padding:0;background:${look.backgroundColor};${FONT}">
<table class="m-ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${look.backgroundColor}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="m-ink" dir="auto" style="padding:0 0 16px;font-size:18px;font-weight:700;line-height:24px;color:#1c2024">${toBrand(look)}</td></tr>
<tr><td class="m-card" style="padding:32px;border-radius:12px;background:#ffffff">
<h1 class="m-ink" dir="auto" style="margin:0 0 16px;font-size:24px;line-height:32px;color:#1c2024">${toHtmlText(heading)}</h1>
${[greeting, ...paragraphs].map((text) => toParagraph(toHtmlText(text))).join("\n")}
${block?.html ?? ""}
${open}
${afterwards.map((part) => toParagraph(typeof part === "string" ? toHtmlText(part) : toLink(part.url, part.label))).join("\n")}
${copy}
</td></tr>
<tr><td class="m-quiet" dir="auto" style="padding:16px 0 0;font-size:13px;line-height:20px;color:#596069">${toHtmlText(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
