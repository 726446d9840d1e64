/**
 * The portal's whole stylesheet, inlined under the nonce: one request per page. Colours are custom properties
 * (portal-theme.ts).
 */
const STYLES = `
*, ::before, ::after { box-sizing: border-box; }
html { color-scheme: light dark; font: 1rem/1.5 system-ui, -apple-system, Segoe UI, Roboto, Hiragino Sans, Noto Sans JP, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.625rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.4; }
h3 { font-size: 1rem; }
img { display: block; object-fit: contain; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; inset-inline-start: -999rem; }
.skip:focus { inset-inline-start: 1rem; top: .5rem; background: var(--card); padding: .75rem 1rem; z-index: 1; }
.hide { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.top, .page, .foot { max-width: 44rem; margin: 0 auto; padding: 0 1rem; }
.top { padding-top: 1.25rem; padding-bottom: .25rem; font-weight: 650; font-size: 1.0625rem; min-height: 3.75rem; }
.top a, .foot a { color: inherit; display: inline-flex; align-items: center; min-height: 44px; }
.top a { min-width: 44px; text-decoration: none; }
.top a:hover { text-decoration: underline; }
.logo { max-width: 160px; max-height: 40px; object-position: left; }
[dir=rtl] .logo { object-position: right; }
.page { padding-top: 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.foot { padding-top: 1.5rem; padding-bottom: 3rem; color: var(--muted); font-size: .9375rem; white-space: pre-line; }
.test { background: var(--soft); border-radius: 10px; padding: .5rem .875rem; font-size: .9375rem; }
.lead { color: var(--muted); white-space: pre-line; }
.head { display: grid; gap: .25rem; margin-bottom: .25rem; }
.back { display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; }
.back::before { content: "\\2190"; margin-inline-end: .5rem; }
[dir=rtl] .back::before { content: "\\2192"; }
[dir=rtl] [dir=auto]:not(input, textarea) { text-align: right; }
[dir=rtl] h1, [dir=rtl] .when { letter-spacing: 0; }

.card { background: var(--card); border: 1px solid var(--edge); border-radius: 16px; padding: 1.25rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.bad-edge { border-color: var(--bad); }
.pair > form, .pair > a { display: grid; }
.card > h2 { font-size: .9375rem; color: var(--muted); font-weight: 600; }
.when { text-wrap: balance; font-size: 1.5rem; line-height: 1.25; font-weight: 700; letter-spacing: -.01em; }
.when small { display: block; font-size: .9375rem; font-weight: 400; color: var(--muted); letter-spacing: 0; margin-top: .125rem; }
.muted { color: var(--muted); }
.small { font-size: .9375rem; }
.bad { color: var(--bad); }
.tag { display: inline-block; padding: .0625rem .5rem; border-radius: 99px; background: var(--soft); font-size: .875rem; font-weight: 500; }
.num { font-variant-numeric: tabular-nums; white-space: nowrap; }

.items > li { display: grid; grid-template-columns: 56px minmax(0, 1fr) auto; gap: .25rem .875rem; align-items: start; padding: .75rem 0; border-top: 1px solid var(--edge); }
.items > li:first-child { border: 0; padding-top: 0; }
.items > li:last-child { padding-bottom: 0; }
.pic { width: 56px; height: 56px; border-radius: 10px; background: var(--soft); }
.out .pic { opacity: .62; }
.out .what { color: var(--muted); }
.what p + p { font-size: .9375rem; color: var(--muted); }
.what strong { font-weight: 600; }
.sum { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .25rem 1rem; border-top: 1px solid var(--edge); padding-top: .875rem; }
.sum dd { text-align: end; }
.sum .all { font-weight: 700; font-size: 1.0625rem; }
.facts { display: grid; gap: 1rem; border-top: 1px solid var(--edge); padding-top: .875rem; }
.facts h3 { font-size: .875rem; font-weight: 500; color: var(--muted); }
address { font-style: normal; }
.lines { white-space: pre-line; }
.facts h2 { font-size: .875rem; font-weight: 500; color: var(--muted); }
.card.facts { border-top-width: 1px; padding-top: 1.25rem; }

.go { display: grid; gap: .625rem; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.go > :first-child { grid-column: 1 / -1; }
.go > :last-child:nth-child(2) { grid-column: 1 / -1; }
.b, .b2, .b3 { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: .5rem 1.125rem; border-radius: 12px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.go .b, .go .b2, .pair .b { width: 100%; height: 100%; }
.b2 { background: var(--card); border-color: var(--line); color: var(--ink); }
.b3 { justify-content: start; min-height: 44px; min-width: 44px; padding: .25rem 0; border: 0; background: none; color: var(--accent); font-weight: 500; text-align: start; text-decoration: underline; text-underline-offset: .2em; }
.more { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.b:hover { filter: brightness(1.08); }
.b2:hover { border-color: var(--ink); }
.pair { display: grid; gap: .625rem; grid-template-columns: minmax(0, 1fr); }

.rows > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; min-height: 3.5rem; padding: .375rem 0; border-top: 1px solid var(--edge); }
.rows > li:first-child { border: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.rows > li > small { flex: 1 0 100%; }
.rows > li > :first-child { flex: 1 1 8rem; min-width: 0; }
.rows small { display: block; }
small { font-size: .9375rem; color: var(--muted); }

.note { border-radius: 14px; padding: .75rem 1.25rem; display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; background: var(--soft); border: 1px solid var(--accent); }
.note > :first-child { flex: 1 1 14rem; padding: .25rem 0; }
.note .b { margin-block: .25rem; }
.note .b3 { color: var(--ink); }
.note.no { background: var(--card); border-color: var(--bad); }
.note li a { display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; }

.form { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.f { display: grid; gap: .25rem; align-content: start; min-width: 0; }
.f label, legend { font-weight: 600; padding: 0; }
.f input, .f select, .f textarea { width: 100%; min-height: 48px; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.f [aria-invalid] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.f textarea { min-height: 6rem; resize: vertical; }
.f textarea[readonly] { field-sizing: content; }
.f .err { color: var(--bad); font-size: .9375rem; }
.many { grid-column: 2 / -1; }
.many > span:first-of-type { display: flex; flex-wrap: wrap; gap: .5rem; }
.many input { width: 5rem; }
summary.b3 { display: list-item; list-style-position: inside; padding: .5rem 0; }
.two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.line { display: grid; gap: .625rem; grid-template-columns: minmax(0, 1fr) auto; align-items: start; }
.line > button { margin-top: 1.75rem; }
.pick { display: grid; gap: .5rem; margin-top: .5rem; }
.pick label { display: flex; align-items: center; gap: .75rem; min-height: 48px; padding: .5rem .875rem; border: 1px solid var(--line); border-radius: 10px; font-weight: 400; cursor: pointer; }
.pick input { width: 20px; height: 20px; flex: none; margin: 0; accent-color: var(--accent); }
.pick label:has(:checked) { border-color: var(--accent); background: var(--soft); box-shadow: 0 0 0 1px var(--accent); }
form:not(:has([value=other]:checked)) .if-other { display: none; }
.code { font: 700 1.5rem/1.25 ui-monospace, SFMono-Regular, Menlo, monospace; letter-spacing: .02em; user-select: all; }
.pickable { user-select: all; }
.share { display: grid; gap: .625rem; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.qr { display: block; width: 12rem; height: auto; margin-inline: auto; border-radius: 10px; background: #fff; }
hr { width: 100%; margin: 2rem 0 0; border: 0; border-top: 1px solid var(--line); }
.qr + p { text-align: center; }
@media (min-width: 34rem) {
  .facts, .two, .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .go { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .go > :first-child, .go > :last-child:nth-child(2) { grid-column: auto; }
  .card { padding: 1.5rem; }
  .page { padding-top: 1.5rem; }
}
@media print {
  html:root { color-scheme: light; --ground: #fff; --card: #fff; --ink: #000; --muted: #444; --edge: #bbb; --accent: #000; }
  .skip, .back { display: none; }
  .card { border: 0; border-radius: 0; padding: 0 0 1rem; break-inside: avoid; }
}
@media (prefers-reduced-motion: no-preference) { .b, .b2 { transition: filter .12s, border-color .12s; } }
`;

/** As sent: without redundant white space. */
export const PORTAL_STYLES = STYLES.replaceAll(/\s+/g, " ")
  .replaceAll(/ ?([{};,>]) ?/g, "$1")
  .replaceAll(/: /g, ":")
  .replaceAll(";}", "}")
  .trim();
