import type { SyntheticEvent } from "react";
import type { ImageView } from "~/features/contracts/contract-detail";

/** A picture that could not be loaded leaves its calm box, not a broken-image sign. */
const hide = (event: SyntheticEvent<HTMLImageElement>) => event.currentTarget.setAttribute("hidden", "");

/** It may have failed before the page's scripts ran; then there is no event any more. */
const hideIfBroken = (image: HTMLImageElement | null) => {
  if (image?.complete && image.naturalWidth === 0) image.setAttribute("hidden", "");
};

/** A product's picture in a square box of `size` px; an empty box stands for a missing one. */
export function ProductImage({ image, alt, size }: { image: ImageView; alt: string; size: number }) {
  return (
    <span className="ct-image" style={{ width: size, height: size }}>
      {image && (
        <img
          src={image.url}
          alt={alt}
          width={image.width}
          height={image.height}
          loading="lazy"
          decoding="async"
          ref={hideIfBroken}
          onError={hide}
        />
      )}
    </span>
  );
}
