import encodeQR from "qr";

/** A text as QR code: one SVG path, rendered on the server. Black on white in dark schemes too, as scanners need it. */
type Props = { text: string; label: string; className: string };

export function QrCode({ text, label, className }: Props) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={rows.length * 4}
      height={rows.length * 4}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
