import { TextInput } from "@mantine/core";
import { BundleFields, useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { FormCard } from "~/ui/parts/card";

const { SelectField, TextAreaField, TextField, TickField } = BundleFields;

export function BasicsCard() {
  const { page } = useEditor();
  return (
    <FormCard title="Bundle">
      <TextField name="name" />
      <TextAreaField name="description" rows={2} />
      {page.handle === null ? (
        <TextField
          name="handle"
          description="Used in the page’s address and by integrations. Leave empty to create it from the name. It cannot be changed later."
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <TextInput label="Handle" value={page.handle} readOnly variant="filled" />
      )}
      <TextField name="groupName" description="For your own use. Customers do not see it." />
      <TickField
        name="subscriptionBundlingEnabled"
        description="When off, its page and data are not available."
      />
    </FormCard>
  );
}

export function AppearanceCard() {
  return (
    <FormCard title="Page">
      <SelectField
        name="productViewStyle"
        options={[
          { value: "QUICK_ADD", label: "Compact list" },
          { value: "VIEW_DETAILS", label: "Large pictures" },
        ]}
      />
      <TextField name="chooseProductsText" placeholder="Choose 2 to 8 items" />
      <TextAreaField
        name="bundleTopHtml"
        description="HTML with headings, lists, links and pictures. Scripts and styles are removed."
        rows={4}
      />
      <TextAreaField name="bundleBottomHtml" rows={4} />
    </FormCard>
  );
}

const REDIRECTS = [
  { value: "CART", label: "Go to the cart" },
  { value: "CHECKOUT", label: "Go to the checkout" },
  { value: "CUSTOM", label: "Go to another address" },
  { value: "NONE", label: "Stay, and say that it is complete" },
];

export function GoingOnCard() {
  const { draft } = useEditor();
  return (
    <FormCard title="Next step">
      <SelectField name="bundleRedirect" options={REDIRECTS} />
      {draft.bundleRedirect === "CUSTOM" && (
        <TextField
          name="customRedirectURL"
          description="Starts with https:// or is a path in the shop. The box and its items are added to it."
        />
      )}
      <TextField name="proceedToCheckoutButtonText" placeholder="Add to cart" />
    </FormCard>
  );
}
