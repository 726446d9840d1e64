import { useEffect, useRef } from "react";
import { CopyField } from "~/components/copy-field";

type Props = { title: string; text: string; label: string; value: string };

/** A secret that has just been made. It is seen only now, so it takes the focus, and with it the screen. */
export function ShownOnce({ title, text, label, value }: Props) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} className="pn-card pn-card-accent" aria-labelledby="shown-title">
      <h2 id="shown-title">{title}</h2>
      <p className="pn-card-text">{text}</p>
      <CopyField label={label} value={value} />
    </section>
  );
}
