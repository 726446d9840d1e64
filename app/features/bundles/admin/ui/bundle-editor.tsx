import { Button } from "@mantine/core";
import { useEffect } from "react";
import { EditorProvider } from "~/features/bundles/admin/ui/kit/editor-context";
import { EDITOR_LABELS } from "~/features/bundles/admin/ui/kit/field-labels";
import { usePreviewJump } from "~/features/bundles/admin/ui/kit/use-preview-jump";
import { ProductsCard } from "~/features/bundles/admin/ui/products/products-card";
import type { BundleEditorPage } from "~/features/bundles/configure/bundle-editor";
import { FormStateProvider } from "~/ui/form/form-state";
import { FormProblem } from "~/ui/parts/form-problem";
import { SaveBar } from "~/ui/parts/save-bar";
import { BoxTypeCard } from "./box-type-card";
import { ConflictDialog } from "./conflict-dialog";
import { DiscountCard } from "./discount-card";
import { FrequenciesCard } from "./frequencies-card";
import { GroupsCard } from "./groups-card";
import { LimitsCard } from "./limits-card";
import { LivePreview } from "./live-preview";
import { AppearanceCard, BasicsCard, GoingOnCard } from "./page-cards";
import { useBundleEditor } from "./use-bundle-editor";

type Props = {
  page: BundleEditorPage;
  /** Called when there are unsaved edits or a save is under way: the page then hides its other actions. */
  onBusy: (isBusy: boolean) => void;
};

/** The whole form of a bundle beside its live preview. */
export function BundleEditor({ page, onBusy }: Props) {
  const { editor, fields, isDirty, isSaving, result, preview: draftPage, ...does } = useBundleEditor(page);
  const { save, discard, conflict } = does;
  const preview = usePreviewJump();
  useEffect(() => onBusy(isDirty || isSaving), [onBusy, isDirty, isSaving]);
  return (
    <EditorProvider value={editor}>
      <FormStateProvider value={fields}>
        <form
          className="pn-beside be-editor"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <div>
            <Button variant="default" size="xs" className="be-jump" onClick={preview.show}>
              Preview
            </Button>
            <noscript>
              <p className="pn-problem pn-tone" data-tone="warn">
                The bundle editor needs JavaScript. Without it you can still open, close, copy and archive
                bundles in the list.
              </p>
            </noscript>
            <FormProblem result={isDirty ? result : undefined} labels={EDITOR_LABELS} />
            <BoxTypeCard />
            <BasicsCard />
            <ProductsCard />
            <GroupsCard />
            <LimitsCard />
            <DiscountCard />
            <FrequenciesCard />
            <AppearanceCard />
            <GoingOnCard />
            {page.mayEdit && (
              <SaveBar
                isDirty={isDirty}
                isSaving={isSaving}
                onDiscard={discard}
                label={page.id === null ? "Create bundle" : "Save changes"}
              />
            )}
          </div>
          <LivePreview html={draftPage.html} isWaiting={draftPage.isWaiting} onBack={preview.leave} />
        </form>
        {conflict && (
          <ConflictDialog
            by={page.saved?.by ?? "Someone"}
            mine={editor.draft}
            theirs={conflict.theirs}
            onKeepMine={conflict.keepMine}
            onTakeTheirs={conflict.takeTheirs}
            onLater={conflict.later}
          />
        )}
      </FormStateProvider>
    </EditorProvider>
  );
}
