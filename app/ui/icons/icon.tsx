import type { ReactElement, SVGAttributes } from "react";

/** `size`: width and height in px, 24 unless said. `stroke`: how thick the lines are, in parts of 24 of the size, 2 unless said. */
type IconProps = Omit<SVGAttributes<SVGSVGElement>, "stroke"> & { size?: number; stroke?: number };

export type Icon = (props: IconProps) => ReactElement;

/** An icon of the lines along these paths, each in a square of 24, in the colour of the text around it; what it means is said in words beside it. */
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
