import { Button } from "@mantine/core";
import { useEffect } from "react";
import { BoxTypeCard } from "~/components/bundles/box-type-card";
import { ConflictDialog } from "~/components/bundles/conflict-dialog";
import { DiscountCard } from "~/components/bundles/discount-card";
import { EditorProvider } from "~/components/bundles/editor-context";
import { EDITOR_LABELS } from "~/components/bundles/field-labels";
import { FrequenciesCard } from "~/components/bundles/frequencies-card";
import { GroupsCard } from "~/components/bundles/groups-card";
import { LimitsCard } from "~/components/bundles/limits-card";
import { LivePreview } from "~/components/bundles/live-preview";
import { AppearanceCard, BasicsCard, GoingOnCard } from "~/components/bundles/page-cards";
import { ProductsCard } from "~/components/bundles/products-card";
import { useBundleEditor } from "~/components/bundles/use-bundle-editor";
import { usePreviewJump } from "~/components/bundles/use-preview-jump";
import { FormProblem } from "~/components/form-problem";
import { SaveBar } from "~/components/save-bar";
import type { BundleEditorPage } from "~/features/bundles/bundle-editor";
import { FormStateProvider } from "~/ui/form-state";

type Props = {
  page: BundleEditorPage;
  /** Told whether something is typed or being saved: what else the page offers would cross it. */
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
