import { Button } from "@mantine/core";
import { type ListState, toListSearch } from "~/features/contracts/list/contract-list-url";
import { COLUMN_NAMES, COLUMN_TITLES, type ColumnName } from "~/features/contracts/list-page/column-choice";
import { Form } from "~/ui/form/form";
import { useDetailsMenu } from "~/ui/hooks/use-details-menu";
import { IconColumns3 } from "~/ui/icons/icons";

/** The columns that this person has chosen, on any machine. */
export function ColumnMenu({ columns, state }: { columns: readonly ColumnName[]; state: ListState }) {
  const ref = useDetailsMenu();
  const search = toListSearch(state);
  return (
    <details ref={ref} className="pn-menu">
      <summary className="pn-button">
        <IconColumns3 size={16} />
        Columns
      </summary>
      <div className="pn-panel">
        <Form
          // Reset when other columns have been chosen.
          key={columns.join()}
          method="post"
          action={`/admin/contracts?${search}${search && "&"}intent=columns`}
          preventScrollReset
          className="pn-stack pn-tight"
        >
          <fieldset className="pn-plain pn-stack pn-tight">
            <legend className="pn-group-title">Columns, beside the customer</legend>
            {COLUMN_NAMES.map((name) => (
              <label key={name} className="pn-row">
                <input type="checkbox" name="column" value={name} defaultChecked={columns.includes(name)} />
                {COLUMN_TITLES[name]}
              </label>
            ))}
          </fieldset>
          <Button type="submit" size="xs">
            Show these
          </Button>
        </Form>
      </div>
    </details>
  );
}
