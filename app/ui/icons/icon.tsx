import type { ReactElement } from "react";

/** `size`: width and height in px. */
type IconProps = { size: number; className?: string };

export type Icon = (props: IconProps) => ReactElement;

/**
 * An icon made of the lines of one path, which is drawn in a square of 24 by 24. It has the colour of the surrounding
 * text and is hidden from screen readers: a text beside it has its meaning. The lines' look is in app/ui/styles/base.css,
 * because a page has some fifty icons.
 */
export const makeIcon =
  (path: string): Icon =>
  ({ size, className }) => (
    <svg
      className={className ? `pn-icon ${className}` : "pn-icon"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
