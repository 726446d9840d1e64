import type { ReactElement, SVGAttributes } from "react";

/** `size`: width and height in px, 24 by default. `stroke`: width of the lines in 24ths of the size, 2 by default. */
type IconProps = Omit<SVGAttributes<SVGSVGElement>, "stroke"> & { size?: number; stroke?: number };

export type Icon = (props: IconProps) => ReactElement;

/**
 * An icon made of lines along these paths, which are drawn in a square of 24 by 24. It has the colour of the
 * surrounding text and is hidden from screen readers: a text beside it has its meaning.
 */
export const makeIcon =
  (...paths: string[]): Icon =>
  ({ size = 24, stroke = 2, ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
