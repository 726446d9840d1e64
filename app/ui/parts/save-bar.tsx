import { Button } from "@mantine/core";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { UnsavedGuard } from "./unsaved-guard";

type Props = { isDirty: boolean; isSaving: boolean; onDiscard: () => void; label?: string };

/**
 * The end of a settings form: sticks to the screen's lower edge while there is something to save, and asks before
 * unsaved changes are lost. Without scripts it is a plain submit button.
 */
export function SaveBar({ isDirty, isSaving, onDiscard, label = "Save changes" }: Props) {
  const isHydrated = useHydrated();
  return (
    <div className="pn-row pn-savebar" data-dirty={isDirty || undefined}>
      <span className="pn-grow pn-dimmed" role="status">
        {isDirty && !isSaving ? "Unsaved changes" : ""}
      </span>
      {isDirty && (
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
      )}
      <Button type="submit" loading={isSaving} disabled={isHydrated && !isDirty && !isSaving}>
        {label}
      </Button>
      <UnsavedGuard isActive={isDirty && !isSaving} />
    </div>
  );
}
