/**
 * The storefront page's stylesheet, inlined with a nonce. Phone first. Colours are the custom properties of the shop's
 * theme (portal-theme.ts). The prices shown are those of the checked way to buy, selected in CSS without a script.
 */
const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
h1, h2, h3, p { margin: 0; }
h1 { font-size: 26px; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 18px; line-height: 1.35; }
h3 { font-size: 16px; line-height: 1.4; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }
.dim { color: var(--muted); }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; max-width: 1080px; margin: 0 auto; padding: 12px 16px 0; }
.brand { display: inline-flex; align-items: center; min-height: 44px; color: var(--ink); font-size: 17px; font-weight: 650; text-decoration: none; }
.brand img { display: block; width: 160px; height: 40px; object-fit: contain; object-position: left; }
[dir=rtl] .brand img { object-position: right; }
.back { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none; text-underline-offset: .2em; }
.back:hover { text-decoration: underline; }
.back::before { content: "\\2190"; margin-inline-end: 8px; }
[dir=rtl] .back::before { content: "\\2192"; }
[dir=rtl] [dir=auto] { text-align: right; }
[dir=rtl] h1 { letter-spacing: 0; }
.page { max-width: 1080px; margin: 0 auto; padding: 12px 16px 24px; }
.steps { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 24px; padding: 0; list-style: none; }
.steps li { flex: 1 1 140px; min-width: 0; }
.steps button { display: flex; align-items: center; gap: 10px; width: 100%; height: 100%; min-height: 56px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 12px; background: var(--card); color: var(--ink); font: inherit; font-weight: 600; line-height: 1.3; text-align: start; cursor: pointer; }
.steps [aria-current] { border-color: var(--accent); background: var(--soft); }
.steps .number { display: grid; flex: none; place-items: center; width: 28px; height: 28px; border: 1px solid var(--line); border-radius: 50%; font-size: 14px; }
.steps [aria-current] .number { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.steps .count { display: block; }
.count { color: var(--muted); font-size: 14px; font-weight: 400; font-variant-numeric: tabular-nums; }
.tick { color: var(--accent); font-weight: 700; }
.head { display: grid; gap: 8px; max-width: 68ch; margin-bottom: 20px; }
.rich { max-width: 68ch; }
.rich > * + * { margin-top: 12px; }
.rich img { max-width: 100%; height: auto; border-radius: 12px; }
.rich table { border-collapse: collapse; }
.rich td, .rich th { padding-block: 6px; padding-inline: 0 12px; text-align: start; vertical-align: top; }
.rich-bottom { margin-top: 32px; padding-top: 24px; border-top: 1px solid var(--edge); }
.box { display: grid; gap: 24px; }
.list { display: grid; gap: 24px; min-width: 0; }
.group { display: grid; gap: 4px; }
.group-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 12px; margin-bottom: 4px; }
.items { display: grid; margin: 0; padding: 0; list-style: none; }
.item { display: grid; grid-template-columns: 64px minmax(0, 1fr) auto; gap: 4px 12px; align-items: center; padding: 12px 0; border-top: 1px solid var(--edge); scroll-margin-top: 30vh; }
.item:first-child { border-top: 0; }
.pic { display: block; overflow: hidden; width: 64px; height: 64px; border-radius: 10px; background: var(--soft); }
.pic img { display: block; width: 100%; height: 100%; object-fit: cover; }
.what { display: grid; min-width: 0; }
.what strong { font-weight: 600; }
.price { font-variant-numeric: tabular-nums; }
.gone { color: var(--bad); font-size: 14px; }
.step { display: flex; align-items: center; }
.step button { width: 40px; height: 40px; padding: 0; border: 1px solid var(--line); border-radius: 50%; background: var(--card); color: var(--ink); font: inherit; font-size: 20px; font-weight: 600; line-height: 1; cursor: pointer; }
.step button:disabled { border-color: var(--edge); color: var(--muted); cursor: default; }
.step input { width: 40px; height: 40px; padding: 0; border: 0; background: none; color: var(--ink); font: inherit; font-size: 16px; font-weight: 600; line-height: 1; text-align: center; font-variant-numeric: tabular-nums; appearance: textfield; }
.step input::-webkit-inner-spin-button { appearance: none; }
.fixed { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
.kind { grid-column: 2 / -1; }
select { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; text-overflow: ellipsis; }
.more { grid-column: 1 / -1; }
.more summary { padding: 8px 0; color: var(--accent); cursor: pointer; }
.cards .items { grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 16px; }
.cards .item { grid-template-columns: 1fr; align-content: start; gap: 8px; padding: 0; border: 0; }
.cards .pic { width: 100%; height: auto; aspect-ratio: 1; border-radius: 14px; }
.cards .kind { grid-column: 1; }
.cards .step { justify-content: space-between; }
.side { display: grid; gap: 16px; align-content: start; }
.card { display: grid; gap: 12px; padding: 16px; border: 1px solid var(--edge); border-radius: 14px; background: var(--card); }
fieldset { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; min-width: 0; margin: 0; padding: 0; border: 0; }
legend { margin-bottom: 8px; padding: 0; font-weight: 600; }
.choice { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; min-height: 48px; padding: 8px 14px; border: 1px solid var(--edge); border-radius: 12px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); background: var(--soft); box-shadow: 0 0 0 1px var(--accent); }
.choice:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.choice input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.choice .name { display: flex; flex: 1; flex-wrap: wrap; align-items: center; gap: 2px 8px; min-width: min-content; }
.save { padding: 0 8px; border: 1px solid var(--accent); border-radius: 99px; font-size: 13px; font-weight: 600; white-space: nowrap; }
.cost { margin-inline-start: auto; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.side .way, .side [data-live] { gap: 12px; }
.card > [data-live] { display: grid; }
.way { display: none; }
@supports not selector(:has(*)) { .way[data-chosen] { display: grid; } }
WAYS { display: grid; }
form:not(:has([type=radio])) .way { display: grid; }
.foot [data-live] { flex: none; max-width: 50%; }
.live .again { display: none; }
.tiers { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; padding: 0; list-style: none; }
.tiers li { padding: 4px 12px; border: 1px solid var(--edge); border-radius: 99px; color: var(--muted); font-size: 14px; }
.tiers li[data-on] { border-color: var(--accent); background: var(--soft); color: var(--ink); font-weight: 600; }
.cheer { color: var(--ink); font-weight: 600; }
.sum { display: grid; gap: 4px; margin: 0; }
.sum div { display: flex; flex-wrap: wrap; gap: 0 12px; }
.sum dt { flex: 1 0 auto; max-width: 100%; }
.sum dd { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: end; gap: 0 6px; margin: 0; margin-inline-start: auto; font-variant-numeric: tabular-nums; }
.sum dd > * { white-space: nowrap; }
.sum .code { color: var(--muted); font-size: 14px; }
.sum .total { padding-top: 8px; border-top: 1px solid var(--edge); font-size: 20px; font-weight: 700; }
.sum del { color: var(--muted); font-size: 16px; font-weight: 400; }
.go { width: 100%; min-height: 52px; padding: 12px 20px; border: 0; border-radius: 12px; background: var(--accent); color: var(--on-accent); font: inherit; font-size: 17px; font-weight: 600; line-height: 1.3; cursor: pointer; }
.again { width: 100%; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: var(--ink); font: inherit; font-size: 15px; font-weight: 500; line-height: 1.3; cursor: pointer; }
.note { padding: 12px 16px; border-radius: 12px; background: var(--soft); }
[data-live] > .note { margin-bottom: 20px; }
.note ul { margin: 4px 0 0; padding-inline-start: 20px; }
.test { margin-bottom: 20px; }
.note-bad { border: 1px solid var(--bad); background: var(--card); color: var(--bad); }
.note-good { background: var(--soft); color: var(--ink); }
.foot { position: sticky; bottom: 0; display: flex; align-items: center; justify-content: space-between; gap: 12px; margin: 0 -16px; padding: 10px 16px; border-top: 1px solid var(--edge); background: var(--ground); }
.foot strong { font-size: 18px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.foot .go { width: auto; min-height: 48px; }
@media (max-width: 359px) {
  .list:not(.cards) .item { grid-template-columns: 64px minmax(0, 1fr); }
  .list:not(.cards) .step { grid-column: 2; }
}
@media (min-width: 800px) {
  .top { padding: 16px 24px 0; }
  .page { padding: 24px 24px 64px; }
  h1 { font-size: 32px; }
  .box { grid-template-columns: minmax(0, 1fr) 340px; gap: 48px; align-items: start; }
  .side { position: sticky; top: 24px; }
  .foot { display: none; }
  .item { grid-template-columns: 72px minmax(0, 1fr) auto; gap: 4px 16px; }
  .pic { width: 72px; height: 72px; }
}
@media print { .step button, .go, .again, .foot { display: none; } }
`;

/** The maximum number of frequencies, plus the one-time purchase. */
const WAYS = Array.from({ length: 13 }, (_, index) => `form:has(#way-${index}:checked) .way-${index}`);

export const STOREFRONT_STYLES = STYLES.replace("WAYS", WAYS.join());
