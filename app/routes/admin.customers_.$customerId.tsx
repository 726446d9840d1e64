import { Button } from "@mantine/core";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import {
  customerPageAction,
  customerPageLoader,
} from "~/features/customers/page/customer-page.endpoints.server";
import {
  AddressesCard,
  ContactCard,
  LinksCard,
  MethodsCard,
  SpentCard,
} from "~/features/customers/ui/customer-aside";
import { ContractsCard, MailsCard, OrdersCard } from "~/features/customers/ui/customer-lists";
import { PrivacyCard } from "~/features/customers/ui/privacy-card";
import { NOTE_DONE_LABELS } from "~/features/notes/note";
import { NotesCard } from "~/features/notes/ui/notes-card";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { ErrorView } from "~/ui/shell/error-view";
import { styledBy, titledBy } from "~/ui/shell/page-exports";
import recordStyles from "~/ui/styles/record.css";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { customerPageAction as action, customerPageLoader as loader };

export const links = styledBy(recordStyles);

export const meta = titledBy<typeof customerPageLoader>((data) => data.name, "Customer not found");

const DONE = { ...NOTE_DONE_LABELS, erased: "The customer is erased" };

export default function CustomerPage() {
  const customer = useLoaderData<typeof customerPageLoader>();
  // The list as it was left; only ever appended to our own path.
  const list = useSearchParams()[0].get("list");
  return (
    <div className="pn-page">
      <PageHeader
        title={<bdi>{customer.name}</bdi>}
        note={`Customer ${customer.id} · since ${customer.since}${customer.erasedOn ? ` · erased ${customer.erasedOn}` : ""}`}
        back={{ to: list ? `/admin/customers?${list}` : "/admin/customers", label: "Customers" }}
      >
        {customer.mayEdit && !customer.erasedOn && (
          <Button component={Link} to={`/admin/contracts/new?customerId=${customer.id}`}>
            New contract
          </Button>
        )}
      </PageHeader>
      <DoneNote messages={DONE} />
      <div className="pn-record">
        <div>
          <ContractsCard
            contracts={customer.contracts}
            hasMore={customer.hasMoreContracts}
            customerId={customer.id}
          />
          <OrdersCard title="Next orders" orders={customer.upcoming} empty="No upcoming orders." />
          <OrdersCard title="Past orders" orders={customer.past} empty="No orders yet." />
          <MailsCard
            customerId={customer.id}
            mails={customer.mails}
            hasMore={customer.hasMoreMails}
            mayRead={customer.mayReadMails}
            shared={{ now: customer.now, hasServer: customer.hasServer }}
          />
        </div>
        <div>
          <SpentCard spent={customer.spent} />
          <ContactCard customer={customer} />
          <NotesCard notes={customer.notes} mayEdit={customer.mayEdit && !customer.erasedOn} />
          <AddressesCard addresses={customer.addresses} />
          <MethodsCard methods={customer.methods} />
          {customer.mayEdit && !customer.erasedOn && (
            <LinksCard links={customer.links} contractId={customer.contracts[0]?.id ?? null} />
          )}
          {customer.mayErase && <PrivacyCard customer={customer} />}
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/customers" backLabel="Go to all customers" />;
}
