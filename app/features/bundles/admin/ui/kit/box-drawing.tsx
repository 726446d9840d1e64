import type { ReactNode } from "react";
import type { BoxType } from "~db/schema/bundle-configuration";

const dot = (x: number, y: number, filled = true) => (
  <circle key={`${x} ${y}`} cx={x} cy={y} r="5" className={filled ? "be-ink" : "be-line"} />
);
const box = <path d="M10 18h44v28H10z" className="be-line" />;
const text = (content: string, x: number, y: number) => (
  <text x={x} y={y} className="be-text" textAnchor="middle">
    {content}
  </text>
);

const DRAWINGS: Record<BoxType, ReactNode> = {
  CLASSIC_BUILD_A_BOX: [
    box,
    dot(21, 32),
    dot(32, 32),
    dot(43, 32, false),
    <path key="in" d="M43 4v10m-4-4 4 4 4-4" className="be-line" />,
  ],
  MIX_AND_MATCH: [
    <circle key="a" cx="18" cy="24" r="9" className="be-ink" />,
    <path key="b" d="M34 15h18v18H34z" className="be-soft" />,
    <path key="c" d="m32 36 10 16H22z" className="be-line" />,
  ],
  CLASSIC: [
    box,
    dot(21, 32),
    dot(32, 32),
    dot(43, 32),
    <path key="lid" d="M6 18h52M32 18V8m0 4c-8-8-12 2 0 4m0-4c8-8 12 2 0 4" className="be-line" />,
  ],
  CUSTOMIZE_BUNDLE: [
    box,
    dot(21, 32),
    dot(43, 32),
    <path key="swap" d="M24 8h16m-4-4 4 4-4 4M40 54H24m4-4-4 4 4 4" className="be-line" />,
  ],
  SECTIONED_BUNDLE: [
    <path key="a" d="M10 6h44v14H10z" className="be-soft" />,
    <path key="b" d="M10 25h44v14H10zM10 44h44v14H10z" className="be-line" />,
    text("1", 18, 17),
    text("2", 18, 36),
    text("3", 18, 55),
  ],
  INFINITE: [
    <path
      key="i"
      d="M32 32c-6-9-10-12-15-12a12 12 0 0 0 0 24c5 0 9-3 15-12s10-12 15-12a12 12 0 0 1 0 24c-5 0-9-3-15-12"
      className="be-line"
    />,
  ],
  SINGLE_PRODUCT: [
    <path key="a" d="M6 34h12v14H6z" className="be-ink" />,
    <path key="b" d="M24 26h14v22H24z" className="be-soft" />,
    <path key="c" d="M44 16h14v32H44z" className="be-line" />,
  ],
  SINGLE_PRODUCT_BUILD_A_BOX: [
    box,
    dot(19, 32),
    <circle key="b" cx="32" cy="32" r="5" className="be-soft" />,
    dot(45, 32, false),
  ],
  VOLUME_DISCOUNT: [
    <path key="s" d="M8 50h12V38H8zM26 50h12V26H26zM44 50h12V14H44z" className="be-soft" />,
    <path key="l" d="M10 14 30 20 54 44m0-9v9h-9" className="be-line" />,
  ],
  DISCOUNTED_PRICING: [
    <path key="t" d="M8 30 30 8h24v24L32 54z" className="be-line" />,
    dot(45, 17, false),
    text("%", 30, 37),
  ],
  SHIPPING_DISCOUNT: [
    <path key="v" d="M4 16h32v26H4zM36 24h12l10 10v8H36z" className="be-line" />,
    <circle key="w" cx="16" cy="46" r="6" className="be-ink" />,
    <circle key="x" cx="46" cy="46" r="6" className="be-ink" />,
  ],
  BUY_X_GET_Y: [
    dot(14, 32),
    dot(27, 32),
    <path key="p" d="M36 32h8m-4-4v8" className="be-line" />,
    <circle key="y" cx="54" cy="32" r="6" className="be-soft" />,
    text("0", 54, 52),
  ],
};

/** A small picture of how a box type works. Decorative: the text beside it says the same. */
export function BoxDrawing({ type }: { type: BoxType }) {
  return (
    <svg viewBox="0 0 64 64" width="48" height="48" className="be-drawing" aria-hidden="true">
      {DRAWINGS[type]}
    </svg>
  );
}
