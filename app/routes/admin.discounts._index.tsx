import { Button, TextInput } from "@mantine/core";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import IconTicket from "@tabler/icons-react/dist/esm/icons/IconTicket.mjs";
import { CodeList } from "~/components/discounts/code-list";
import { NothingMatches, NothingYet } from "~/components/empty-state";
import { PageHeader } from "~/components/page-header";
import { discountCodesLoader } from "~/features/discounts/discount-codes.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { discountCodesLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Discount codes") }];

export default function DiscountCodesPage() {
  const { codes, search, isFirstPage, older, mayEdit, currencyCode } =
    useLoaderData<typeof discountCodesLoader>();
  const create = mayEdit && (
    <Button component={Link} to="/admin/discounts/new">
      Create code
    </Button>
  );
  if (codes.length === 0 && search === "" && isFirstPage)
    return (
      <div className="pn-page">
        <PageHeader title="Discount codes" />
        <NothingYet
          icon={IconTicket}
          title="No discount codes yet"
          text="A code gives an existing contract a discount. Customers enter it in their portal; staff and integrations can apply it too."
        >
          {create}
        </NothingYet>
      </div>
    );
  return (
    <div className="pn-page">
      <PageHeader
        title="Discount codes"
        note="Customers enter them in their portal. A code applies to upcoming orders."
      >
        {create}
      </PageHeader>
      <Form method="get" role="search" className="pn-searchbar">
        <TextInput
          key={search}
          name="q"
          type="search"
          aria-label="Search codes"
          placeholder="Part of a code"
          defaultValue={search}
          autoComplete="off"
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </Form>
      {codes.length > 0 ? (
        <CodeList codes={codes} currencyCode={currencyCode} />
      ) : (
        <NothingMatches text="No matching codes.">
          <Button component={Link} to="/admin/discounts" variant="default">
            Show all codes
          </Button>
        </NothingMatches>
      )}
      {(older !== null || !isFirstPage) && (
        <nav className="pn-actions pn-pages" aria-label="Pages">
          {!isFirstPage && (
            <Button component={Link} to={`?${new URLSearchParams({ q: search })}`} variant="default">
              Newest
            </Button>
          )}
          {older !== null && (
            <Button
              component={Link}
              to={`?${new URLSearchParams({ q: search, before: String(older) })}`}
              variant="default"
            >
              Older
            </Button>
          )}
        </nav>
      )}
    </div>
  );
}
