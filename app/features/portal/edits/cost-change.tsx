import type { PortalContext } from "~/features/customer-pages/portal-context";

type Side = { amount: string; what?: string };

/** What each order costs before and after an edit, with the items if they change. */
export function CostChange({ portal, before, after }: { portal: PortalContext; before: Side; after: Side }) {
  const { edits } = portal.texts;
  const name = (when: string, { what }: Side) => (
    <>
      {when}
      {what && (
        <>
          {portal.format.colon}
          <bdi>{what}</bdi>
        </>
      )}
    </>
  );
  return (
    <>
      <h2>{edits.each}</h2>
      <dl className="sum">
        <dt>{name(edits.before, before)}</dt>
        <dd className="num">{before.amount}</dd>
        <dt className="all">{name(edits.after, after)}</dt>
        <dd className="num all">{after.amount}</dd>
      </dl>
    </>
  );
}

/** "Coffee, 250 g". */
export const toProductName = ({ title, variant }: { title: string; variant: string | null }): string =>
  variant === null ? title : `${title}, ${variant}`;
