import { Form, Link, useActionData } from "@remix-run/react";
import IconBookmark from "@tabler/icons-react/dist/esm/icons/IconBookmark.mjs";
import { type ListState, toListSearch, toViewSearch } from "~/features/contracts/list/contract-list-url";
import type { ActionResult } from "~/lib/problem";
import { useDetailsMenu } from "~/ui/hooks/use-details-menu";
import { findProblem, toFieldMessages } from "~/ui/parts/form-problem";

type View = { id: number; name: string; search: string };

/** A staff member's own filters by name: open, save, rename, delete. */
export function SavedViewsMenu({ views, state }: { views: View[]; state: ListState }) {
  const ref = useDetailsMenu();
  const result = useActionData<ActionResult<unknown>>();
  const problem = findProblem(result);
  const current = toViewSearch(state);
  const open = views.find((view) => view.search === current);
  return (
    <details ref={ref} className="pn-menu" open={problem !== null || undefined}>
      <summary className="pn-button">
        <IconBookmark size={16} aria-hidden />
        <span className="cl-views-name">{open ? open.name : "Views"}</span>
      </summary>
      <div className="pn-panel cl-views">
        {problem && (
          <p className="pn-error" role="alert">
            {toFieldMessages(result).name ?? problem.detail}
          </p>
        )}
        <ul className="cl-view-list" aria-label="Saved views">
          <li>
            <Link
              to="/admin/contracts"
              className="cl-view"
              aria-current={current === "" ? "page" : undefined}
            >
              All contracts
            </Link>
          </li>
          {views.map((view) => (
            <SavedView key={view.id} view={view} isOpen={view === open} search={toListSearch(state)} />
          ))}
        </ul>
        {open === undefined && current !== "" ? (
          <SaveForm search={toListSearch(state)} />
        ) : (
          current === "" && <p className="pn-note">Filter or sort the list to save it as a view.</p>
        )}
      </div>
    </details>
  );
}

/** Forms post to the list's present address, so that it is the same afterwards. */
const toAction = (search: string, intent: string): string =>
  `/admin/contracts?${search}${search && "&"}intent=${intent}`;

function SaveForm({ search }: { search: string }) {
  return (
    <Form method="post" action={toAction(search, "saveView")} className="cl-view-form" preventScrollReset>
      <p className="pn-note">Save these filters and this order as a view of your own:</p>
      <input type="hidden" name="search" value={search} />
      <input
        name="name"
        className="pn-input"
        aria-label="Name of the view"
        placeholder="Name of the view"
        maxLength={60}
        required
        autoComplete="off"
      />
      <button type="submit" className="pn-button" data-primary>
        Save view
      </button>
    </Form>
  );
}

function SavedView({ view, isOpen, search }: { view: View; isOpen: boolean; search: string }) {
  return (
    <li>
      <Link
        to={`/admin/contracts?${view.search}`}
        className="cl-view"
        aria-current={isOpen ? "page" : undefined}
      >
        <bdi>{view.name}</bdi>
      </Link>
      <details className="cl-view-edit">
        <summary aria-label={`Edit the view ${view.name}`}>Edit</summary>
        <Form
          method="post"
          action={toAction(search, "renameView")}
          className="cl-view-form"
          preventScrollReset
        >
          <input type="hidden" name="viewId" value={view.id} />
          <input
            name="name"
            className="pn-input"
            aria-label={`New name of the view ${view.name}`}
            defaultValue={view.name}
            maxLength={60}
            required
            autoComplete="off"
          />
          <button type="submit" className="pn-button">
            Rename
          </button>
        </Form>
        <Form method="post" action={toAction(search, "deleteView")} preventScrollReset>
          <input type="hidden" name="viewId" value={view.id} />
          <button type="submit" className="pn-link" data-danger>
            Delete “{view.name}”
          </button>
        </Form>
      </details>
    </li>
  );
}
