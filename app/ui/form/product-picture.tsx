import type { SyntheticEvent } from "react";

/** A picture that could not be loaded leaves an empty box instead of a broken-image icon. */
const hide = (event: SyntheticEvent<HTMLImageElement>) => event.currentTarget.setAttribute("hidden", "");

/** It may have failed before the page's scripts ran, without an event afterwards. */
const hideIfBroken = (image: HTMLImageElement | null) => {
  if (image?.complete && image.naturalWidth === 0) image.setAttribute("hidden", "");
};

type Props = { url: string | null | undefined; size: number; alt?: string };

/** A product's picture in a square box of `size` px; an empty box stands for a missing one. */
export function ProductPicture({ url, size, alt = "" }: Props) {
  return (
    <span className="pn-picture" style={{ width: size, height: size }}>
      {url && (
        <img
          src={url}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          ref={hideIfBroken}
          onError={hide}
        />
      )}
    </span>
  );
}
