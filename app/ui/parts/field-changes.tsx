/** One field of a change, as texts; null: it did not exist before, or no longer exists. */
export type FieldChange = { field: string; before: string | null; after: string | null };

/** The fields of a change, before and after. */
export const FieldChanges = ({ changes }: { changes: readonly FieldChange[] }) =>
  changes.length > 0 && (
    <dl className="pn-terms pn-changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== null && (
              <>
                <del dir="auto">{before}</del>
                <span aria-hidden> → </span>
              </>
            )}
            {after === null ? <span className="pn-dimmed">nothing</span> : <ins dir="auto">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
