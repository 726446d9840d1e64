import { Link } from "@remix-run/react";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useDetailsMenu } from "~/ui/hooks/use-details-menu";
import { IconBookmark } from "~/ui/icons/icons";
import { findProblem, toFieldMessages } from "~/ui/parts/form-problem";

/** @field search the query string of the list, without "?" */
type View = { id: number; name: string; search: string };
/**
 * @field all label of the list without filters
 * @field path of the list's page, which has the forms' action
 * @field here its present query string
 * @field kept what of it a view saves: filters and sort
 */
type Props = { all: string; path: string; views: readonly View[]; here: string; kept: string };

/** Texts for what the forms have done, by the code in the address. */
export const VIEWS_DONE = {
  view_saved: "View saved",
  view_renamed: "View renamed",
  view_deleted: "View deleted",
};

/** A staff member's own views of a list: open, save, rename, delete. */
export function SavedViewsMenu({ all, path, views, here, kept }: Props) {
  const ref = useDetailsMenu();
  const result = useAnswer<ActionResult<unknown>>();
  const problem = findProblem(result);
  const open = views.find((view) => view.search === kept);
  return (
    <details ref={ref} className="pn-menu" open={problem !== null || undefined}>
      <summary className="pn-button">
        <IconBookmark size={16} />
        <span className="pn-views-name">{open ? open.name : "Views"}</span>
      </summary>
      <div className="pn-panel pn-views">
        {problem && (
          <p className="pn-error" role="alert">
            {toFieldMessages(result).name ?? problem.detail}
          </p>
        )}
        <ul className="pn-view-list" aria-label="Saved views">
          <li>
            <Link to={path} className="pn-view" aria-current={kept === "" ? "page" : undefined}>
              {all}
            </Link>
          </li>
          {views.map((view) => (
            <SavedView key={view.id} view={view} isOpen={view === open} path={path} here={here} />
          ))}
        </ul>
        {open === undefined && kept !== "" ? (
          <SaveForm path={path} here={here} />
        ) : (
          kept === "" && <p className="pn-note">Filter or sort the list to save it as a view.</p>
        )}
      </div>
    </details>
  );
}

/** Forms post to the list's present address, so that it is unchanged afterwards. */
const toAction = (path: string, here: string, intent: string): string =>
  `${path}?${here}${here && "&"}intent=${intent}`;

type Place = { path: string; here: string };

function SaveForm({ path, here }: Place) {
  return (
    <Form method="post" action={toAction(path, here, "saveView")} className="pn-view-form" preventScrollReset>
      <p className="pn-note">Save these filters and this order as a view of your own:</p>
      <input type="hidden" name="search" value={here} />
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

function SavedView({ view, isOpen, path, here }: Place & { view: View; isOpen: boolean }) {
  return (
    <li>
      <Link to={`${path}?${view.search}`} className="pn-view" aria-current={isOpen ? "page" : undefined}>
        <bdi>{view.name}</bdi>
      </Link>
      <details className="pn-view-edit">
        <summary aria-label={`Edit the view ${view.name}`}>Edit</summary>
        <Form
          method="post"
          action={toAction(path, here, "renameView")}
          className="pn-view-form"
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
        <Form method="post" action={toAction(path, here, "deleteView")} preventScrollReset>
          <input type="hidden" name="viewId" value={view.id} />
          <button type="submit" className="pn-link" data-danger>
            Delete “{view.name}”
          </button>
        </Form>
      </details>
    </li>
  );
}
