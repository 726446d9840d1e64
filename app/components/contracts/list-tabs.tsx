import { Link } from "@remix-run/react";
import { toStatusWord } from "~/components/status-badge";
import type { ContractListPage } from "~/features/contracts/contract-list-page";

/** The list by status, each with how many contracts the other filters leave in it. */
export function ListTabs({ tabs }: { tabs: ContractListPage["tabs"] }) {
  return (
    <nav aria-label="Status" className="cl-tabs">
      {tabs.map((tab) => (
        <Link
          key={tab.status ?? "ALL"}
          to={tab.href}
          className="cl-tab"
          aria-current={tab.isCurrent ? "page" : undefined}
          preventScrollReset
        >
          {tab.status === null ? "All" : toStatusWord(tab.status)}
          <span className="cl-tab-count">{tab.count}</span>
        </Link>
      ))}
    </nav>
  );
}
