import { TextInput } from "@mantine/core";
import { useEditor } from "~/components/bundles/editor-context";
import { Card, FlagField, SelectField, TextAreaField, TextField } from "~/components/bundles/fields";
import { fieldId } from "~/components/form-problem";

type Props = { handle: string; onHandle: (handle: string) => void };

export function BasicsCard({ handle, onHandle }: Props) {
  const { page, error } = useEditor();
  return (
    <Card title="Bundle">
      <TextField name="name" label="Name" />
      <TextAreaField name="description" label="Description" rows={2} />
      {page.handle === null ? (
        <TextInput
          id={fieldId("handle")}
          label="Handle"
          description="Used in the page’s address and by integrations. Leave empty to create it from the name. It cannot be changed later."
          value={handle}
          error={error("/handle")}
          disabled={!page.mayEdit}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => onHandle(currentTarget.value)}
        />
      ) : (
        <TextInput label="Handle" value={page.handle} readOnly variant="filled" />
      )}
      <TextField name="groupName" label="Group" description="For your own use. Customers do not see it." />
      <FlagField
        name="subscriptionBundlingEnabled"
        label="Open for customers"
        description="When off, its page and data are not available."
      />
    </Card>
  );
}

export function AppearanceCard() {
  return (
    <Card title="Page">
      <SelectField
        name="productViewStyle"
        label="Layout"
        options={[
          { value: "QUICK_ADD", label: "Compact list" },
          { value: "VIEW_DETAILS", label: "Large pictures" },
        ]}
      />
      <TextField name="chooseProductsText" label="Text above the items" placeholder="Choose 2 to 8 items" />
      <TextAreaField
        name="bundleTopHtml"
        label="Text above the products"
        description="HTML with headings, lists, links and pictures. Scripts and styles are removed."
        rows={4}
      />
      <TextAreaField name="bundleBottomHtml" label="Text below the products" rows={4} />
    </Card>
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
    <Card title="Next step">
      <SelectField name="bundleRedirect" label="When the box is complete" options={REDIRECTS} />
      {draft.bundleRedirect === "CUSTOM" && (
        <TextField
          name="customRedirectURL"
          label="Address"
          description="Starts with https:// or is a path in the shop. The box and its items are added to it."
        />
      )}
      <TextField name="proceedToCheckoutButtonText" label="Button text" placeholder="Add to cart" />
    </Card>
  );
}
