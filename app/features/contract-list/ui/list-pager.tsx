import type { ReactNode } from "react";
import { type ListState, toListHref, withSize } from "~/features/contracts/list/contract-list-url";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { IconChevronLeft, IconChevronRight } from "~/ui/icons/icons";

const PAGE_SIZES = [25, 50, 100, 200];

/** Position in the list, page size, and links to other pages. */
export function ListPager({ page, state }: { page: ContractListPage; state: ListState }) {
  return (
    <nav aria-label="Pages" className="pn-pager" data-client-links="top">
      <p className="pn-place">
        {page.range ?? page.rows.length} of {page.total}
        {page.times && `, which ${page.times}`}
      </p>
      <ul className="pn-pager-sizes" aria-label="Contracts a page">
        {PAGE_SIZES.map((size) => (
          <li key={size}>
            <a
              href={toListHref(withSize(state, String(size)))}
              aria-label={`${size} a page`}
              aria-current={size === page.size ? "true" : undefined}
            >
              {size}
            </a>
          </li>
        ))}
        <li aria-hidden className="pn-dimmed">
          a page
        </li>
      </ul>
      <div className="pn-pager-steps">
        <Step href={page.previousHref} label="Previous page">
          <IconChevronLeft size={18} />
        </Step>
        <Step href={page.nextHref} label="Next page">
          <IconChevronRight size={18} />
        </Step>
      </div>
    </nav>
  );
}

function Step({ href, label, children }: { href: string | null; label: string; children: ReactNode }) {
  if (href === null)
    return (
      <span className="pn-button" aria-hidden data-off>
        {children}
      </span>
    );
  return (
    <a href={href} className="pn-button" aria-label={label}>
      {children}
    </a>
  );
}
