/** A product's picture in a square box of `size` px; an empty box stands for a missing one. */
export function ProductPicture({ image, size }: { image: string | null; size: number }) {
  return (
    <span className="be-picture" style={{ width: size, height: size }}>
      {image && <img src={image} alt="" width={size} height={size} loading="lazy" />}
    </span>
  );
}
