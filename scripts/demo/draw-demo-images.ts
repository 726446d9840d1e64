import { mkdirSync, writeFileSync } from "node:fs";
import { DEMO_PRODUCTS, IMAGE_SIZE } from "./demo-catalogue";

/**
 * Draws the product images of the demo shop into public/demo: `node scripts/run.mjs scripts/demo/draw-demo-images.ts`. This
 * is their only source; run it again after a change of this file or of the products, and commit the result.
 */
const FOLDER = "public/demo";

type Motif = keyof typeof MOTIFS;
type Shape = keyof typeof SHAPES;
type Colours = { main: string; ink: string };

const INK = "#fffaf0";

/** Marks of about 60 × 60 around the origin, in one colour. */
const MOTIFS = {
  bean: (c: string) =>
    `<ellipse rx="19" ry="27" transform="rotate(28)" fill="${c}"/><path d="M11-22C-6-8 8 8-11 23" fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round"/>`,
  sun: (c: string) =>
    `<circle r="14" fill="${c}"/>${around(8, `<path d="M0-21V-29" stroke="${c}" stroke-width="5" stroke-linecap="round"/>`)}`,
  moon: (c: string) =>
    `<path d="M10-26A27 27 0 1 0 24 14 22 22 0 0 1 10-26Z" fill="${c}"/><circle cx="19" cy="-12" r="3.5" fill="${c}"/>`,
  lighthouse: (c: string) =>
    `<path d="M-8 26-5-12H5L8 26Z" fill="${c}"/><path d="M-8-14H8V-22L0-29-8-22Z" fill="${c}"/><path d="M-14-19-29-25M14-19 29-25M-14-17-29-13M14-17 29-13" stroke="${c}" stroke-width="3.5" stroke-linecap="round"/>`,
  flower: (c: string) =>
    `${around(6, `<ellipse cy="-17" rx="8" ry="12" fill="${c}"/>`)}<circle r="8" fill="${INK}"/>`,
  mountain: (c: string) =>
    `<path d="M-30 22-8-18 4 2 12-9 30 22Z" fill="${c}"/><path d="M-15-5-8-18-1-6-8-1Z" fill="${INK}"/>`,
  leaf: (c: string) =>
    `<path d="M-22 22C-26-14-2-28 26-26 28 2 14 26-22 22Z" fill="${c}"/><path d="M-26 27C-14 8 0-4 14-14" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`,
  citrus: (c: string) =>
    `<circle r="27" fill="${c}"/><circle r="22" fill="${INK}"/>${around(8, `<path d="M0-4-5.500-18A19 19 0 0 1 5.500-18Z" fill="${c}"/>`)}`,
  star: (c: string) => around(8, `<path d="M0-28 5.500-8 0-3-5.500-8Z" fill="${c}"/>`),
  berry: (c: string) =>
    `${[
      [-10, -8],
      [10, -8],
      [0, 8],
      [-18, 8],
      [18, 8],
      [-9, 22],
      [9, 22],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9.500" fill="${c}"/>`)
      .join("")}<path d="M0-16C-2-24 4-28 12-28 12-20 8-16 0-16Z" fill="${c}"/>`,
  wheat: (c: string) =>
    `<path d="M0 29V-10" stroke="${c}" stroke-width="4" stroke-linecap="round"/><path d="M0-12C-6-18-6-24 0-30 6-24 6-18 0-12Z" fill="${c}"/>${[
      -4, 8, 20,
    ]
      .map(
        (y) =>
          `<path d="M0 ${y}C-14 ${y}-16 ${y - 8}-16 ${y - 14}-6 ${y - 14} 0 ${y - 8} 0 ${y}ZM0 ${y}C14 ${y} 16 ${y - 8} 16 ${y - 14} 6 ${y - 14} 0 ${y - 8} 0 ${y}Z" fill="${c}"/>`,
      )
      .join("")}`,
  drop: (c: string) =>
    `<path d="M0-30C12-12 21-3 21 9A21 21 0 0 1-21 9C-21-3-12-12 0-30Z" fill="${c}"/><path d="M-11 9A11 11 0 0 0 0 20" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`,
  bee: (c: string) =>
    `<ellipse cy="6" rx="14" ry="20" fill="${c}"/><path d="M-13 2H13M-13 12H13" stroke="${INK}" stroke-width="5"/><ellipse cx="-17" cy="-10" rx="12" ry="8" transform="rotate(28-17-10)" fill="${c}" opacity=".55"/><ellipse cx="17" cy="-10" rx="12" ry="8" transform="rotate(-28 17-10)" fill="${c}" opacity=".55"/>`,
  cup: (c: string) =>
    `<path d="M-24-6H16V8A16 16 0 0 1 0 24H-8A16 16 0 0 1-24 8Z" fill="${c}"/><path d="M16-2H20A8 8 0 0 1 20 14H15" fill="none" stroke="${c}" stroke-width="5"/><path d="M-13-14V-24M-3-14V-27M7-14V-24" stroke="${c}" stroke-width="4" stroke-linecap="round"/>`,
  funnel: (c: string) =>
    `<path d="M-28-20H28L8 18V27H-8V18Z" fill="${c}"/><path d="M-14-20-4 14M0-20V14M14-20 4 14" stroke="${INK}" stroke-width="3"/>`,
};

function around(times: number, part: string): string {
  const turns = Array.from({ length: times }, (_, index) => (360 / times) * index);
  return turns.map((turn) => `<g transform="rotate(${turn})">${part}</g>`).join("");
}

const label = (x: number, y: number, width: number, height: number, radius = 8) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${INK}"/>`;
const lines = (y: number, colour: string) =>
  `<path d="M172 ${y}H228M184 ${y + 14}H216" stroke="${colour}" stroke-width="5" stroke-linecap="round" opacity=".75"/>`;
const motif = (name: Motif, y: number, colour: string, scale = 1) =>
  `<g transform="translate(200 ${y}) scale(${scale})">${MOTIFS[name](colour)}</g>`;
const shade = (path: string) => `<path d="${path}" fill="#000" opacity=".1"/>`;
const glow = (path: string) => `<path d="${path}" fill="#fff" opacity=".16"/>`;

/** Packages that stand on a ground line at y = 330. */
const SHAPES = {
  bag: ({ main, ink }: Colours, mark: Motif) =>
    `<path d="M122 104 130 84H270L278 104 286 318Q287 330 275 330H125Q113 330 114 318Z" fill="${main}"/>${shade("M130 84H270L278 104H122Z")}${shade("M258 104H278L286 318Q287 330 275 330H262Z")}${glow("M122 104H138L130 330H125Q113 330 114 318Z")}<rect x="150" y="70" width="100" height="20" rx="6" fill="${ink}"/>${label(146, 146, 108, 142)}${motif(mark, 198, main, 1.15)}${lines(252, ink)}`,
  tin: ({ main, ink }: Colours, mark: Motif) =>
    `<path d="M124 118V306C124 319 158 330 200 330S276 319 276 306V118Z" fill="${main}"/>${shade("M246 118H276V306C276 315 262 322 246 326Z")}${glow("M124 118H142V322C131 318 124 312 124 306Z")}<path d="M118 96V124C118 136 155 145 200 145S282 136 282 124V96Z" fill="${ink}"/><ellipse cx="200" cy="96" rx="82" ry="22" fill="${ink}"/><ellipse cx="200" cy="93" rx="70" ry="16" fill="#fff" opacity=".14"/><circle cx="200" cy="230" r="58" fill="${INK}"/>${motif(mark, 230, main, 1.25)}`,
  jar: ({ main, ink }: Colours, mark: Motif) =>
    `<path d="M140 128C118 142 112 154 112 172V300Q112 330 142 330H258Q288 330 288 300V172C288 154 282 142 260 128Z" fill="${main}"/>${shade("M262 130C282 142 288 154 288 172V300Q288 330 258 330H250Q272 318 272 296V170C272 154 270 142 262 130Z")}${glow("M136 150Q126 160 126 178V290Q126 304 134 310V160Z")}<rect x="132" y="84" width="136" height="46" rx="10" fill="${ink}"/><path d="M132 106H268" stroke="#fff" stroke-width="3" opacity=".25"/>${label(146, 178, 108, 118)}${motif(mark, 224, main, 1.05)}${lines(266, ink)}`,
  bottle: ({ main, ink }: Colours, mark: Motif) =>
    `<path d="M180 92H220V138C220 160 256 164 256 206V312Q256 330 238 330H162Q144 330 144 312V206C144 164 180 160 180 138Z" fill="${main}"/>${shade("M208 92H220V138C220 160 256 164 256 206V312Q256 330 238 330H226Q240 322 240 306V206C240 170 208 164 208 138Z")}${glow("M156 212Q156 188 168 178V310H162Q156 308 156 300Z")}<rect x="174" y="58" width="52" height="38" rx="7" fill="${ink}"/>${label(144, 206, 112, 92, 0)}${motif(mark, 240, main, 0.85)}${lines(276, ink)}`,
  box: ({ main, ink }: Colours, mark: Motif) =>
    `<path d="M118 92H262V330H118Z" fill="${main}"/><path d="M262 92 290 76V314L262 330Z" fill="${main}"/>${shade("M262 92 290 76V314L262 330Z")}<path d="M118 92 146 76H290L262 92Z" fill="${ink}"/><path d="M118 276H262V306H118Z" fill="${ink}" opacity=".85"/><circle cx="190" cy="180" r="56" fill="${INK}"/><g transform="translate(-10 0)">${motif(mark, 180, main, 1.2)}</g>`,
  carton: ({ main, ink }: Colours, mark: Motif) =>
    `<path d="M134 150 156 92H244L266 150V330H134Z" fill="${main}"/><path d="M152 66H248V94H152Z" fill="${ink}"/>${shade("M134 150 156 92H244L266 150Z")}${shade("M246 150H266V330H246Z")}<circle cx="200" cy="122" r="13" fill="${INK}"/>${label(150, 176, 100, 118)}${motif(mark, 222, main, 1.05)}${lines(266, ink)}`,
  bar: ({ main, ink }: Colours, mark: Motif) =>
    `<g transform="rotate(-8 200 210)"><rect x="128" y="84" width="144" height="246" rx="8" fill="${ink}"/><path d="M128 92Q128 84 136 84H264Q272 84 272 92V128H128Z" fill="#d9d4c7"/><path d="M164 84V128M200 84V128M236 84V128" stroke="#b9b2a1" stroke-width="3"/><rect x="128" y="124" width="144" height="206" rx="8" fill="${main}"/>${shade("M252 124H264Q272 124 272 132V322Q272 330 264 330H252Z")}${label(148, 160, 104, 132)}${motif(mark, 210, main, 1.1)}${lines(260, ink)}</g>`,
};

/** Product handle → package, motif, package colour, dark colour, background. All calm, no two alike. */
const LOOKS: Record<string, [Shape, Motif, main: string, ink: string, background: string]> = {
  "morning-meadow-espresso": ["bag", "sun", "#c9822e", "#6b3f14", "#fbf0dd"],
  "harbour-light-roast": ["bag", "lighthouse", "#3f7d95", "#1d4557", "#e3f0f4"],
  "midnight-decaf": ["bag", "moon", "#3d4672", "#1f2547", "#e6e8f3"],
  "guji-highland-filter": ["bag", "flower", "#b5566f", "#642a3b", "#f8e7ea"],
  "huila-mountain-reserve": ["bag", "mountain", "#4f7d5b", "#264531", "#e6f1e8"],
  "mandheling-dark": ["bag", "leaf", "#5a4a42", "#2e2420", "#ece6e1"],
  "old-town-house-blend": ["bag", "bean", "#8a5a3c", "#4a2d1b", "#f3e8df"],
  "roaster-s-choice": ["bag", "star", "#6d5b93", "#3a2e57", "#ece7f4"],
  "earl-grey-bergamot": ["tin", "citrus", "#c79a2b", "#3b4a63", "#f6f0dc"],
  "sencha-spring-harvest": ["tin", "leaf", "#6f9a4e", "#38542a", "#ebf3e2"],
  "darjeeling-first-flush": ["tin", "mountain", "#a9763f", "#5d3c1c", "#f5ebde"],
  "chamomile-garden": ["tin", "flower", "#d0a83c", "#6f8a5a", "#f8f3dd"],
  "rooibos-vanilla": ["tin", "star", "#b4553a", "#6d2e1f", "#f8e6df"],
  "peppermint-leaves": ["tin", "leaf", "#3f9384", "#1d5249", "#e0f1ee"],
  "masala-chai": ["tin", "cup", "#a34d5b", "#5c2430", "#f6e4e6"],
  "jasmine-pearls": ["tin", "flower", "#7a8fb5", "#3e4f70", "#e8edf6"],
  "wildflower-honey": ["jar", "bee", "#d89a26", "#6d4a12", "#fcf2da"],
  "apricot-jam": ["jar", "sun", "#de8244", "#8a4a22", "#fdeee2"],
  "early-harvest-olive-oil": ["bottle", "drop", "#7d8a3a", "#3d4519", "#f1f3e0"],
  "maple-pecan-granola": ["box", "wheat", "#b98446", "#6a4720", "#f7ecdd"],
  "barista-oat-drink": ["carton", "wheat", "#6ea0b8", "#2f5a70", "#e5f1f6"],
  "dark-chocolate-70": ["bar", "bean", "#7a4a3a", "#3b211a", "#f1e5df"],
  "oat-ginger-biscuits": ["box", "star", "#c27a52", "#6e3f27", "#f9eae1"],
  "paper-filters-no-4": ["box", "funnel", "#9a8f7c", "#554c3d", "#f2efe8"],
  "winter-spice-roast": ["bag", "star", "#8c3f3f", "#4b1d1d", "#f4e3e1"],
  "blackberry-syrup": ["bottle", "berry", "#6a4273", "#381f3f", "#efe5f1"],
};

function draw(handle: string): string {
  const look = LOOKS[handle];
  if (!look) throw new Error(`No look for ${handle}`);
  const [shape, mark, main, ink, background] = look;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_SIZE}" height="${IMAGE_SIZE}" viewBox="0 0 400 400"><rect width="400" height="400" fill="${background}"/><path d="M0 318H400V400H0Z" fill="${main}" opacity=".13"/><ellipse cx="204" cy="332" rx="108" ry="13" fill="${ink}" opacity=".18"/>${SHAPES[shape]({ main, ink }, mark)}</svg>\n`;
}

mkdirSync(FOLDER, { recursive: true });
for (const { handle } of DEMO_PRODUCTS) writeFileSync(`${FOLDER}/${handle}.svg`, draw(handle));
console.log(`${DEMO_PRODUCTS.length} images drawn into ${FOLDER}`);
