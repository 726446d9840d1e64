import { useState } from "react";
import { BoxDrawing } from "~/features/bundles/admin/ui/kit/box-drawing";
import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { BOX_TYPE_INFO } from "~/features/bundles/rules/box-types";
import { Card } from "~/ui/parts/card";
import { fieldId } from "~/ui/parts/form-problem";
import type { BoxType } from "~db/schema/bundle-configuration";

const TYPES = Object.keys(BOX_TYPE_INFO) as BoxType[];

/** All twelve box types as one group of radio buttons, collapsed once one is chosen. */
export function BoxTypeCard() {
  const { draft, patch, page } = useEditor();
  const [isOpen, setOpen] = useState(page.id === null);
  const { label, sentence } = BOX_TYPE_INFO[draft.buildABoxType];
  const choose = (type: BoxType) =>
    patch({ buildABoxType: type, selectionType: BOX_TYPE_INFO[type].selection });
  return (
    <Card title="Kind of box">
      <details
        className="be-types"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="pn-box be-type" id={fieldId("buildABoxType")}>
          <BoxDrawing type={draft.buildABoxType} />
          <span className="pn-text">
            <strong>{label}</strong>
            <span className="pn-dimmed">{sentence}</span>
          </span>
          <span className="be-type-change">{isOpen ? "Done" : "Change"}</span>
        </summary>
        <fieldset className="pn-plain pn-grid pn-tight be-type-list" disabled={!page.mayEdit}>
          <legend className="pn-hidden">Kind of box</legend>
          {TYPES.map((type) => (
            <label key={type} className="pn-box be-type">
              <input
                type="radio"
                name="buildABoxType"
                value={type}
                checked={draft.buildABoxType === type}
                onChange={() => choose(type)}
              />
              <BoxDrawing type={type} />
              <span className="pn-text">
                <strong>{BOX_TYPE_INFO[type].label}</strong>
                <span className="pn-dimmed">{BOX_TYPE_INFO[type].sentence}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </details>
    </Card>
  );
}
