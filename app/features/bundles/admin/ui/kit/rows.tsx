import { ActionIcon, Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { BundleDraft } from "~/features/bundles/configure/bundle-draft";
import { IconPlus, IconTrash } from "~/ui/icons/icons";
import { fieldId } from "~/ui/parts/form-problem";
import { newRowKey, useEditor } from "./editor-context";

type Keyed = { key: string };
type ListName = {
  [Name in keyof BundleDraft]: BundleDraft[Name] extends Keyed[] ? Name : never;
}[keyof BundleDraft];
type RowOf<Name extends ListName> = BundleDraft[Name][number];

/** What the fields of a row need: their place in the draft, and functions to change the row. */
type RowTools<Row> = {
  place: string;
  at: (name: keyof Row & string) => string;
  change: (fields: Partial<Row>) => void;
};

type Props<Name extends ListName> = {
  list: Name;
  /** What the remove button calls the row. */
  nameOf: (row: RowOf<Name>, index: number) => string;
  addLabel: string;
  /** The values of a new row; null when no row can be added. */
  toNew: ((draft: BundleDraft) => Omit<RowOf<Name>, "key">) | null;
  isFull?: boolean;
  children: (row: RowOf<Name>, tools: RowTools<RowOf<Name>>) => ReactNode;
};

/** Errors of a list as a whole. */
export function ListError({ name }: { name: keyof BundleDraft }) {
  const message = useEditor().error(`/${name}`);
  return (
    <p className="pn-error pn-small" id={fieldId(name)} tabIndex={-1}>
      {message}
    </p>
  );
}

/** A list of the draft as rows of fields, each with a remove button, and one button that adds a row. */
export function Rows<Name extends ListName>({
  list,
  nameOf,
  addLabel,
  toNew,
  isFull,
  children,
}: Props<Name>) {
  const { draft, patch, page } = useEditor();
  const rows: readonly RowOf<Name>[] = draft[list];
  const change = (to: (rows: readonly Keyed[]) => Keyed[]) =>
    patch((before) => ({ [list]: to(before[list]) }));
  return (
    <>
      <ListError name={list} />
      <ul className="pn-plain pn-stack be-rows">
        {rows.map((row, index) => (
          <li key={row.key} className="pn-box be-row">
            <div className="pn-grid pn-grow be-row-fields">
              {children(row, {
                place: `/${list}/${index}`,
                at: (name) => `/${list}/${index}/${name}`,
                change: (fields) => change((before) => withRow(before, row.key, fields)),
              })}
            </div>
            {page.mayEdit && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Remove ${nameOf(row, index)}`}
                onClick={() => change((before) => before.filter(({ key }) => key !== row.key))}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {page.mayEdit && toNew && (
        <Button
          variant="default"
          className="be-add"
          leftSection={<IconPlus size={16} />}
          onClick={() =>
            patch((before) => ({ [list]: [...before[list], { ...toNew(before), key: newRowKey() }] }))
          }
          disabled={isFull}
        >
          {addLabel}
        </Button>
      )}
    </>
  );
}

/** The same list with one row changed. */
export const withRow = <T extends Keyed>(rows: readonly T[], key: string, change: Partial<T>): T[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row));
