import { ActionIcon, Button, TextInput } from "@mantine/core";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import type { ReactNode } from "react";
import { useEditor } from "~/components/bundles/editor-context";

/** A row of a table of fields with the button that takes it out. */
export function Row({
  name,
  onRemove,
  children,
}: {
  name: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  const { page } = useEditor();
  return (
    <li className="be-row">
      <div className="be-row-fields">{children}</div>
      {page.mayEdit && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

export function AddRow({ label, onAdd, disabled }: { label: string; onAdd: () => void; disabled?: boolean }) {
  const { page } = useEditor();
  if (!page.mayEdit) return null;
  return (
    <Button
      variant="default"
      className="be-add"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onAdd}
      disabled={disabled}
    >
      {label}
    </Button>
  );
}

/** A field of a row; `at` is its place in the draft. */
export function RowField(props: {
  label: string;
  at: string;
  value: string;
  onChange: (value: string) => void;
  numeric?: true;
  suffix?: string;
  placeholder?: string;
}) {
  const { page, error } = useEditor();
  const { at, onChange, numeric, suffix, ...rest } = props;
  return (
    <TextInput
      {...rest}
      error={error(at)}
      disabled={!page.mayEdit}
      inputMode={numeric && "decimal"}
      rightSection={suffix && <span className="pn-dimmed">{suffix}</span>}
      rightSectionWidth={suffix && suffix.length > 1 ? 60 : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The same list with one row changed. */
export const withRow = <T extends { key: string }>(
  rows: readonly T[],
  key: string,
  change: Partial<T>,
): T[] => rows.map((row) => (row.key === key ? { ...row, ...change } : row));

export const withoutRow = <T extends { key: string }>(rows: readonly T[], key: string): T[] =>
  rows.filter((row) => row.key !== key);
