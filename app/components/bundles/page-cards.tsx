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
        label="Products as"
        options={[
          { value: "QUICK_ADD", label: "a compact list" },
          { value: "VIEW_DETAILS", label: "large pictures" },
        ]}
      />
      <TextField name="chooseProductsText" label="Invitation" placeholder="Choose 2 to 8 items" />
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
  { value: "CART", label: "to the cart" },
  { value: "CHECKOUT", label: "to the checkout" },
  { value: "CUSTOM", label: "to another address" },
  { value: "NONE", label: "nowhere: the page says it is complete" },
];

export function GoingOnCard() {
  const { draft } = useEditor();
  return (
    <Card title="Going on">
      <SelectField name="bundleRedirect" label="A finished box leads" options={REDIRECTS} />
      {draft.bundleRedirect === "CUSTOM" && (
        <TextField
          name="customRedirectURL"
          label="Address"
          description="Starts with https:// or is a path in the shop. The box and its items are added to it."
        />
      )}
      <TextField name="proceedToCheckoutButtonText" label="Words on the button" placeholder="Add to cart" />
    </Card>
  );
}
