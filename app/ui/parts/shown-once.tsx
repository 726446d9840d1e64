import { type ReactNode, useEffect, useRef } from "react";
import { CopyField } from "~/ui/parts/copy-field";

type Props = { title: string; text: ReactNode; label: string; value: string };

/** Something secret that was just made. The only time it is seen, so it takes the focus, and with it the screen. */
export function ShownOnce({ title, text, label, value }: Props) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} className="pn-card pn-card-accent" aria-label={title}>
      <h2>{title}</h2>
      <p className="pn-card-text">{text}</p>
      <CopyField label={label} value={value} />
    </section>
  );
}
