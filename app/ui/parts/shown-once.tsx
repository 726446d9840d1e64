import { type ReactNode, useEffect, useRef } from "react";
import { CopyField } from "./copy-field";

type Props = { title: string; text: ReactNode; label: string; value: string };

/** A secret that was just created. It is shown only once, so it takes the focus and is scrolled into view. */
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
