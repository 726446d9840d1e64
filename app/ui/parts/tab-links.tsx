import { Link } from "@remix-run/react";

type Tab = { to: string; text: string; isCurrent: boolean; lang?: string };

/** Views beside each other, each with an address: shows the current one, and links to the others. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="pn-row pn-snug pn-pills" aria-label={label}>
      {tabs.map(({ to, text, isCurrent, lang }) => (
        <Link key={to} to={to} lang={lang} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
