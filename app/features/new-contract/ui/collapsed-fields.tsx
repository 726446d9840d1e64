import type { ReactNode } from "react";
import { useFormState } from "~/ui/form/form-state";

type Props = {
  summary: string;
  /** What the summary is about, for screen readers. */
  of?: string;
  names: readonly string[];
  children: ReactNode;
};

/** Fields that few contracts need. They are open if one of them was filled in, or is wrong. */
export function CollapsedFields({ summary, of, names, children }: Props) {
  const { read, error } = useFormState();
  const isOpen = names.some((name) => error(name) || read(name));
  return (
    <details className="pn-opens nc-more" open={isOpen}>
      <summary>
        {summary}
        {of && <span className="pn-hidden"> for {of}</span>}
      </summary>
      <div className="pn-stack">{children}</div>
    </details>
  );
}
