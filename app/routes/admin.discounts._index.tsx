import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { discountCodesLoader } from "~/features/discounts/discount-codes.endpoints.server";
import { CodeList } from "~/features/discounts/ui/code-list";
import { IconTicket } from "~/ui/icons/icons";
import { ListSearch } from "~/ui/list/filter-form";
import { ListPage, ListPages, NoMatches } from "~/ui/list/list-page";
import { titled } from "~/ui/shell/page-exports";

export { discountCodesLoader as loader };

export const meta = titled("Discount codes");

export default function DiscountCodesPage() {
  const { codes, search, isFirstPage, older, mayEdit, currencyCode } =
    useLoaderData<typeof discountCodesLoader>();
  const isNone = codes.length === 0 && search === "" && isFirstPage;
  const toHref = (more: Record<string, string>) => `?${new URLSearchParams({ q: search, ...more })}`;
  const create = mayEdit && (
    <Button component={Link} to="/admin/discounts/new">
      Create code
    </Button>
  );
  return (
    <ListPage
      title="Discount codes"
      note={!isNone && "Customers enter them in their portal. A code applies to upcoming orders."}
      actions={create}
      nothingYet={
        isNone && {
          icon: IconTicket,
          title: "No discount codes yet",
          text: "A code gives an existing contract a discount. Customers enter it in their portal; staff and integrations can apply it too.",
          action: create,
        }
      }
    >
      <ListSearch label="Search codes" placeholder="Part of a code" value={search} />
      {codes.length > 0 ? (
        <CodeList codes={codes} currencyCode={currencyCode} />
      ) : (
        <NoMatches text="No matching codes." to="/admin/discounts" label="Show all codes" />
      )}
      <ListPages
        steps={[
          ["Newest", !isFirstPage && toHref({})],
          ["Older", older !== null && toHref({ before: String(older) })],
        ]}
      />
    </ListPage>
  );
}
