/** The two leaves, as in public/favicon.svg. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1a6f52" />
      <path d="M16 25V14" fill="none" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M16 16c0-5 3-8 8.5-8 0 5.5-3 8.5-8.5 8Z" fill="#fff" />
      <path d="M16 20c0-4-2.5-6.5-7.5-6.5 0 4.5 2.5 7 7.5 6.5Z" fill="#b0e3cd" />
    </svg>
  );
}
