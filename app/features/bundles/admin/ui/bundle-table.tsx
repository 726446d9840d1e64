import { useSearchParams } from "@remix-run/react";
import { type ReactNode, useMemo } from "react";
import { BoxDrawing } from "~/features/bundles/admin/ui/kit/box-drawing";
import { CopyLink } from "~/features/bundles/admin/ui/kit/copy-link";
import type { BundleListPage, BundleListRow } from "~/features/bundles/configure/bundle-editor";
import { BOX_TYPE_INFO } from "~/features/bundles/rules/box-types";
import { Form } from "~/ui/form/form";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { AgoText } from "~/ui/parts/date-text";

/** @field list `?list=…`, by which a bundle's page leads back to this list as it is; "" for the list without filters */
type Shared = BundleListPage & { list: string };

const COLUMNS: Column<BundleListRow, Shared>[] = [
  {
    title: "Bundle",
    isMain: true,
    cell: ({ id, name, handle, unsold }, { list }) => (
      <>
        <RowLink to={`/admin/bundles/${id}${list}`}>{name}</RowLink>
        <span className="pn-second">{handle}</span>
        {unsold.length > 0 && (
          <span className="bl-unsold pn-tone" data-tone="warn">
            No selling plan for {unsold.join(", ")}
          </span>
        )}
      </>
    ),
  },
  {
    title: "Open",
    cell: (row, { mayEdit }) => <OpenSwitch row={row} mayEdit={mayEdit && !row.isArchived} />,
  },
  {
    title: "Kind",
    cell: ({ type }) => (
      <span className="bl-kind">
        <BoxDrawing type={type} />
        {BOX_TYPE_INFO[type].label}
      </span>
    ),
  },
  { title: "Products", isNumber: true, cell: ({ productCount }) => productCount },
  {
    title: "Changed",
    cell: ({ updatedAt, updatedBy }, { now }) => (
      <>
        <AgoText at={updatedAt} now={now} /> <span className="pn-second">by {updatedBy}</span>
      </>
    ),
  },
  {
    title: "Actions",
    isTitleHidden: true,
    align: "end",
    cell: (row, { mayEdit }) => (
      <div className="bl-actions">
        <CopyLink link={row.link} name={row.name} size="xs" />
        {mayEdit && <RowActions row={row} />}
      </div>
    ),
  },
];

const isArchived = (row: BundleListRow): boolean => row.isArchived;

/** The bundles of a page, each with its switch and its buttons. @param search of the list's address, without `?` */
export function BundleTable({ page, search }: { page: BundleListPage; search: string }) {
  const list = search && `?list=${encodeURIComponent(search)}`;
  const shared = useMemo(() => ({ ...page, list }), [page, list]);
  return <DataTable rows={page.rows} columns={COLUMNS} shared={shared} isMuted={isArchived} />;
}

/** A form post that looks like a button. The list's address goes along, so that the answer returns to it. */
function PostButton({ intent, row, children }: { intent: string; row: BundleListRow; children: ReactNode }) {
  const [search] = useSearchParams();
  const query = new URLSearchParams(search);
  query.set("intent", intent);
  return (
    <Form method="post" action={`?${query}`} preventScrollReset>
      <input type="hidden" name="bundleId" value={row.id} />
      {children}
    </Form>
  );
}

function OpenSwitch({ row, mayEdit }: { row: BundleListRow; mayEdit: boolean }) {
  if (!mayEdit) return row.isActive ? "Open" : "Not open";
  return (
    <PostButton intent={row.isActive ? "deactivate" : "activate"} row={row}>
      <button
        type="submit"
        role="switch"
        aria-checked={row.isActive}
        aria-label={`${row.name} is open for customers`}
        className="bl-switch"
      >
        <span className="bl-knob" />
      </button>
    </PostButton>
  );
}

function RowActions({ row }: { row: BundleListRow }) {
  const [search] = useSearchParams();
  const query = new URLSearchParams(search);
  query.set("archive", String(row.id));
  return (
    <>
      <PostButton intent="duplicate" row={row}>
        <button type="submit" className="pn-button" data-small>
          Duplicate<span className="pn-hidden"> {row.name}</span>
        </button>
      </PostButton>
      {row.isArchived ? (
        <PostButton intent="restore" row={row}>
          <button type="submit" className="pn-button" data-small>
            Restore<span className="pn-hidden"> {row.name}</span>
          </button>
        </PostButton>
      ) : (
        <a href={`?${query}`} className="pn-button" data-small>
          Archive<span className="pn-hidden"> {row.name}</span>
        </a>
      )}
    </>
  );
}
