import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { IconArrowLeft } from "~/ui/icons/icons";

type Props = {
  title: ReactNode;
  /** Beside the title, such as a StatusBadge. */
  badge?: ReactNode;
  note?: ReactNode;
  /** The page above this one. */
  back?: { to: string; label: string };
  /** Buttons at the end of the row. */
  children?: ReactNode;
};

const PAGE_TITLE_ID = "page-title";

/** For when the focused element disappears and nothing replaces it. */
export const focusPageTitle = (): void =>
  document.getElementById(PAGE_TITLE_ID)?.focus({ preventScroll: true });

/** Head of every page: link back, title, one line of explanation, actions. */
export function PageHeader({ title, badge, note, back, children }: Props) {
  return (
    <div className="pn-header">
      <div className="pn-header-text">
        {back && (
          <Link to={back.to} className="pn-back">
            <IconArrowLeft size={16} />
            {back.label}
          </Link>
        )}
        <div className="pn-header-title">
          <h1 id={PAGE_TITLE_ID} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {note && <p className="pn-header-note">{note}</p>}
      </div>
      {children && <div className="pn-actions">{children}</div>}
    </div>
  );
}
