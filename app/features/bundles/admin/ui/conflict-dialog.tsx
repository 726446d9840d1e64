import { Button } from "@mantine/core";
import { type Titles, toConflictLines } from "~/features/bundles/admin/ui/kit/conflict-labels";
import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { FIELD_LABELS } from "~/features/bundles/admin/ui/kit/field-labels";
import { toTitles } from "~/features/bundles/admin/ui/kit/product-titles";
import { type BundleDraft, toPayload } from "~/features/bundles/configure/bundle-draft";
import { type Column, Table } from "~/ui/list/table";
import { ConfirmDialog } from "~/ui/parts/confirm-dialog";

type Props = {
  by: string;
  mine: BundleDraft;
  theirs: BundleDraft;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onLater: () => void;
};

/** Shown when somebody else saved while this draft was open: both versions side by side, to choose one. */
export function ConflictDialog({ by, mine, theirs, onKeepMine, onTakeTheirs, onLater }: Props) {
  const { products } = useEditor();
  const differing = listDifferences(mine, theirs, toTitles(products));
  return (
    <ConfirmDialog
      title={`${by} has saved this bundle in the meantime`}
      text={
        <>
          <p>Nothing of yours is lost. These fields differ:</p>
          <div className="be-conflict">
            <Table rows={differing} columns={COLUMNS} shared={null} />
          </div>
        </>
      }
      cancel={onLater}
      cancelLabel="Keep editing"
    >
      <Button variant="default" onClick={onTakeTheirs}>
        Use theirs
      </Button>
      <Button onClick={onKeepMine}>Overwrite with mine</Button>
    </ConfirmDialog>
  );
}

const Lines = ({ lines }: { lines: string[] }) => lines.map((line) => <div key={line}>{line}</div>);

const COLUMNS: Column<ReturnType<typeof listDifferences>[number]>[] = [
  { title: "Field", isRowHeader: true, cell: ({ label }) => label },
  { title: "Yours", cell: ({ yours }) => <Lines lines={yours} /> },
  { title: "Theirs", cell: ({ others }) => <Lines lines={others} /> },
];

type Payload = ReturnType<typeof toPayload>;

function listDifferences(mine: BundleDraft, theirs: BundleDraft, titles: Titles) {
  const [a, b] = [toPayload(mine), toPayload(theirs)];
  return (Object.keys(FIELD_LABELS) as (keyof Payload)[])
    .filter((name) => toText(a[name]) !== toText(b[name]))
    .map((name) => ({
      id: name,
      label: FIELD_LABELS[name],
      ...toConflictLines(name, [a[name], b[name]], titles),
    }));
}

const toText = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => {
    if (name === "key") return undefined;
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
