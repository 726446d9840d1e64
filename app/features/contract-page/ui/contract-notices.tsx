import { Link } from "@remix-run/react";
import type { Notice, NoticeAction } from "~/features/contract-page/page/contract-detail";

type Props = { notices: Notice[]; mayEdit: boolean; toHref(opens: NoticeAction["opens"]): string };

/** What to know first, each notice with its actions; read-only staff get no dialogs. */
export function ContractNotices({ notices, mayEdit, toHref }: Props) {
  if (notices.length === 0) return null;
  return (
    <ul className="pn-plain pn-stack pn-tight ct-notices">
      {notices.map(({ text, actions }) => (
        <li key={text} className="pn-notice pn-row pn-tone" data-tone="warn">
          <span dir="auto">{text}</span>
          {actions
            .filter(({ opens }) => mayEdit || opens === "past_orders")
            .map(({ label, opens }) => (
              <Link key={opens} to={toHref(opens)} preventScrollReset={opens !== "past_orders"}>
                {label}
              </Link>
            ))}
        </li>
      ))}
    </ul>
  );
}
