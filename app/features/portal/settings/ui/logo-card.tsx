import { Button } from "@mantine/core";
import type { ShownLogo } from "~/features/portal-settings/shop-logo";
import { Form } from "~/ui/form/form";
import { useSentIntent } from "~/ui/hooks/use-form-of";
import { Card } from "~/ui/parts/card";
import { fieldId } from "~/ui/parts/form-problem";

/**
 * The shop's logo, uploaded at once and separately from the settings: a plain multipart form, which also works without
 * scripts.
 */
export function LogoCard({
  logo,
  version,
  error,
  mayEdit,
  language,
}: {
  logo: ShownLogo | null;
  /** Which logo is shown: one that somebody else has put there since is not replaced. */
  version: string;
  error: string | undefined;
  mayEdit: boolean;
  /** The language whose texts are open on the page. */
  language: string;
}) {
  const intent = useSentIntent();
  const toAction = (name: string) => `?${new URLSearchParams({ words: language, version, intent: name })}`;
  const id = fieldId("logo");
  return (
    <Card
      title="Logo"
      note={
        logo
          ? "On the portal, your storefront pages and your e-mails."
          : "Without a logo, your shop’s name is shown instead."
      }
    >
      {logo && (
        <p className="pn-logo">
          <img src={logo.src} alt="Your logo" width={logo.width} height={logo.height} />
        </p>
      )}
      {mayEdit && (
        <div className="pn-row pn-between pn-logo-forms">
          <Form
            method="post"
            action={toAction("logo")}
            encType="multipart/form-data"
            className="pn-stack pn-tight"
          >
            <label htmlFor={id} className="pn-strong">
              {logo ? "Replace it" : "Choose a file"}
            </label>
            <input
              id={id}
              type="file"
              name="logo"
              accept="image/png,image/jpeg"
              required
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-note ${id}-error`}
            />
            <p id={`${id}-note`} className="pn-dimmed pn-flush">
              PNG or JPEG, up to 2 MB. Wide logos fit best.
            </p>
            <p id={`${id}-error`} className="pn-error">
              {error}
            </p>
            <Button type="submit" variant="default" loading={intent === "logo"}>
              Upload
            </Button>
          </Form>
          {logo && (
            <Form method="post" action={toAction("remove-logo")}>
              <Button type="submit" variant="subtle" color="red" loading={intent === "remove-logo"}>
                Remove logo
              </Button>
            </Form>
          )}
        </div>
      )}
    </Card>
  );
}
