import type { ReactNode } from "react";
import { useDetailsMenu } from "~/ui/hooks/use-details-menu";

type Props = { className: string; summary: ReactNode; label?: string; children: ReactNode };

/** Something that opens over the page, also without scripts; with them it closes like a menu. */
export const Disclosure = ({ className, summary, label, children }: Props) => (
  <details ref={useDetailsMenu(true)} className={className}>
    <summary aria-label={label}>{summary}</summary>
    {children}
  </details>
);
