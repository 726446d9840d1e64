import { Button } from "@mantine/core";
import { Form, Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { BoxDrawing } from "~/components/bundles/box-drawing";
import { CopyLink } from "~/components/bundles/copy-link";
import { AgoText } from "~/components/date-text";
import { BOX_TYPE_INFO } from "~/features/bundles/box-types";
import type { BundleListPage, BundleListRow } from "~/features/bundles/bundle-editor";

/** The bundles of a page, each with its switch and what can be done with it. */
export function BundleTable({ page }: { page: BundleListPage }) {
  return (
    <table className="pn-table pn-table-stacks">
      <thead>
        <tr>
          <th>Bundle</th>
          <th>Open</th>
          <th>Kind</th>
          <th>Products</th>
          <th>Changed</th>
          <th>
            <span className="pn-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {page.rows.map((row) => (
          <tr key={row.id} data-muted={row.isArchived || undefined}>
            <td>
              <Link to={`/admin/bundles/${row.id}`} className="bl-name">
                {row.name}
              </Link>
              <span className="bl-handle">{row.handle}</span>
              {row.unsold.length > 0 && (
                <span className="bl-unsold pn-tone" data-tone="warn">
                  No selling plan for {row.unsold.join(", ")}
                </span>
              )}
            </td>
            <td data-label="Open">
              <OpenSwitch row={row} mayEdit={page.mayEdit && !row.isArchived} />
            </td>
            <td data-label="Kind">
              <span className="bl-kind">
                <BoxDrawing type={row.type} />
                {BOX_TYPE_INFO[row.type].label}
              </span>
            </td>
            <td data-label="Products" className="pn-number">
              {row.productCount}
            </td>
            <td data-label="Changed">
              <AgoText at={row.updatedAt} now={page.now} /> <span className="bl-by">by {row.updatedBy}</span>
            </td>
            <td data-align="end">
              <div className="bl-actions">
                <CopyLink link={row.link} name={row.name} size="xs" />
                {page.mayEdit && <RowActions row={row} />}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A form post as a button; the list's own address goes along, so that one comes back to it. */
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
        <Button type="submit" variant="default" size="xs">
          Duplicate<span className="pn-hidden"> {row.name}</span>
        </Button>
      </PostButton>
      {row.isArchived ? (
        <PostButton intent="restore" row={row}>
          <Button type="submit" variant="default" size="xs">
            Restore<span className="pn-hidden"> {row.name}</span>
          </Button>
        </PostButton>
      ) : (
        <Button component={Link} to={`?${query}`} preventScrollReset variant="default" size="xs">
          Archive<span className="pn-hidden"> {row.name}</span>
        </Button>
      )}
    </>
  );
}
