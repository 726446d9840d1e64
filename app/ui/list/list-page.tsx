import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Icon } from "~/ui/icons/icon";
import { DoneNote } from "~/ui/parts/done-note";
import { NothingMatches, NothingYet } from "~/ui/parts/empty-state";
import { PageHeader } from "~/ui/parts/page-header";

type Props = {
  title: string;
  note?: ReactNode;
  /** The page above this one. */
  back?: { to: string; label: string };
  /** Buttons of the header; below the empty state while the list is empty. */
  actions?: ReactNode;
  isWide?: boolean;
  /** Links to related lists. */
  tabs?: ReactNode;
  /** Messages about what a form has done, by the code in the address. */
  done?: Record<string, string>;
  /** The empty state: what will be here, and how to begin. */
  nothingYet?: { icon: Icon; title: string; text: string; action?: ReactNode } | null | false;
  children: ReactNode;
};

/** A list page: its header, then the list or its empty state. */
export function ListPage({ title, note, back, actions, isWide, tabs, done, nothingYet, children }: Props) {
  return (
    <div className="pn-page" data-width={isWide ? "full" : undefined}>
      <PageHeader title={title} note={note} back={back}>
        {!nothingYet && actions}
      </PageHeader>
      {done && <DoneNote messages={done} />}
      {tabs}
      {nothingYet ? <NothingYet {...nothingYet}>{nothingYet.action}</NothingYet> : children}
    </div>
  );
}

/** No row matches the filters; with a link that removes them. */
export function NoMatches({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <NothingMatches text={text}>
      <Button component={Link} to={to} variant="default">
        {label}
      </Button>
    </NothingMatches>
  );
}

/** The card around a list. */
export function ListCard({ label, title, head, children }: CardProps) {
  return (
    <section className="pn-card pn-card-flush" aria-label={label}>
      {title && (
        <div className="pn-list-head">
          <h2>{title}</h2>
          {head}
        </div>
      )}
      {children}
    </section>
  );
}

type CardProps = {
  label: string;
  /** A heading within the card, with what belongs to it. */
  title?: string;
  head?: ReactNode;
  children: ReactNode;
};

type Tab = { label: string; href: string; isCurrent: boolean; count?: string };

/** Tabs of a list, one of them open, each with its count where that is known. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="pn-tabs" data-client-links="">
      {tabs.map((tab) => (
        <a
          key={tab.label}
          href={tab.href}
          className="pn-tab"
          aria-current={tab.isCurrent ? "page" : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <span className="pn-count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** Paging links, each with its address, or without one if there are no more pages. */
export function ListPages({ steps }: { steps: [label: string, href: string | false][] }) {
  if (!steps.some(([, href]) => href)) return null;
  return (
    <nav aria-label="Pages" className="pn-actions pn-pages">
      {steps.map(
        ([label, href]) =>
          href && (
            <Button key={label} component={Link} to={href} variant="default">
              {label}
            </Button>
          ),
      )}
    </nav>
  );
}
