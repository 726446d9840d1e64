import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";

/** The storefront's own page for the draft as it is, at a phone's or a computer's width. Nothing in it can run. */
export function LivePreview({
  html,
  isWaiting,
  onBack,
}: {
  html: string | null;
  isWaiting: boolean;
  onBack: () => void;
}) {
  const [width, setWidth] = useState("phone");
  return (
    <section className="pn-preview" aria-labelledby="preview-title">
      <div className="pn-row">
        <h2 id="preview-title" className="pn-grow" tabIndex={-1}>
          Preview
        </h2>
        <Button variant="default" size="xs" className="be-back" onClick={onBack}>
          Back to editing
        </Button>
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          value={width}
          onChange={setWidth}
          data={[
            { value: "phone", label: "Phone" },
            { value: "computer", label: "Computer" },
          ]}
        />
      </div>
      <div className="be-preview-frame" data-width={width}>
        {/* A new frame for each page: navigating one frame would fill the browser's history. */}
        {html !== null && <iframe key={html} title="Preview of the page" sandbox="" srcDoc={html} />}
        {html === null && <p className="pn-dimmed">The preview appears here.</p>}
      </div>
      <p className="pn-dimmed pn-flush be-preview-note" role="status">
        {isWaiting ? "Shows the last valid draft. Check the messages beside the fields." : ""}
      </p>
    </section>
  );
}
