import { useLoaderData, useSearchParams } from "@remix-run/react";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import type { BannerAction } from "~/features/contract-page/page/contract-detail";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import contractStyles from "~/features/contract-page/ui/contract.css";
import {
  CustomerCard,
  DeliveryCard,
  DiscountsCard,
  NotesCard,
  NotificationsCard,
  PaymentCard,
  ScheduleCard,
} from "~/features/contract-page/ui/contract-aside";
import { ContractBanners } from "~/features/contract-page/ui/contract-banners";
import { ContractDialog } from "~/features/contract-page/ui/contract-dialog";
import { ContractLines } from "~/features/contract-page/ui/contract-lines";
import { ContractOrders } from "~/features/contract-page/ui/contract-orders";
import { ContractTimeline } from "~/features/contract-page/ui/contract-timeline";
import { useDialogHref } from "~/features/contract-page/ui/dialog-href";
import { HeadButtons } from "~/features/contract-page/ui/head-buttons";
import { AskForCardDialog, PortalCard, SendLinkDialog } from "~/features/contract-page/ui/portal-card";
import { UndoBar } from "~/features/contract-page/ui/undo-bar";
import { CONTRACT_STATUS_LABELS } from "~/features/contracts/status-labels";
import { NOTE_DONE_LABELS } from "~/features/notes/note";
import { NotesCard as InternalNotesCard } from "~/features/notes/ui/notes-card";
import { useLive } from "~/ui/hooks/use-live";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ErrorView } from "~/ui/shell/error-view";
import { styledBy, titledBy } from "~/ui/shell/page-exports";
import recordStyles from "~/ui/styles/record.css";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { contractPageAction as action, contractPageLoader as loader };

export const links = styledBy(recordStyles, contractStyles);

export const meta = titledBy<typeof contractPageLoader>(
  (data) => `${data.customer.name}, contract ${data.id}`,
  "Contract not found",
);

export default function ContractPage() {
  const contract = useLoaderData<typeof contractPageLoader>();
  const { customer } = contract;
  useLive(`contract:${contract.id}`, { isHeld: contract.dialog !== null });
  const toDialogHref = useDialogHref();
  const mayEditParts = contract.mayEdit && !contract.isOver;
  const mayAskForCard = mayEditParts && contract.asksForCards && customer.email !== null;
  const sendHref = `${toDialogHref(null)}&portal=send`;
  const toBannerHref = (opens: BannerAction["opens"]) =>
    ({
      reactivate: toDialogHref("reactivate"),
      send_link: sendHref,
      past_orders: `${toDialogHref(null)}#past-title`,
    })[opens];
  return (
    <div className="pn-page">
      <PageHeader
        title={<bdi>{customer.name}</bdi>}
        badge={<StatusBadge {...CONTRACT_STATUS_LABELS[contract.status]} />}
        note={<HeaderFacts contract={contract} />}
        back={{ to: useListHref(), label: "Contracts" }}
      >
        {contract.mayEdit && <HeadButtons buttons={contract.buttons} />}
      </PageHeader>
      <DoneNote
        messages={{
          ...contract.doneLabels,
          ...NOTE_DONE_LABELS,
          created: "Contract created",
          send_link: "Portal link sent",
          ask_card: "Customer asked for another card",
        }}
      />
      {contract.mayEdit && contract.undo && <UndoBar undo={contract.undo} />}
      <ContractBanners banners={contract.banners} mayEdit={contract.mayEdit} toHref={toBannerHref} />
      <div className="pn-record">
        <div>
          <ContractLines
            lines={contract.lines}
            price={contract.price}
            buttons={contract.buttons}
            mayEdit={mayEditParts}
          />
          <ContractOrders
            id="upcoming-title"
            hasNames={false}
            title="Next orders"
            orders={contract.upcoming}
            mayEdit={contract.mayEdit}
            empty={contract.noOrders}
            cutNote={contract.upcomingCut ? "Later orders are not shown." : null}
          />
          <ContractOrders
            id="past-title"
            hasNames
            title="Past orders"
            orders={contract.past}
            mayEdit={false}
            empty="No orders yet."
            cutNote={contract.pastCut ? "Older orders are not shown." : null}
          />
          <ContractTimeline entries={contract.activity} isCut={contract.activityCut} />
        </div>
        <div>
          <ScheduleCard facts={contract.schedule} />
          <CustomerCard customer={customer} listHref={`/admin/contracts?customerId=${customer.id}`} />
          {!contract.isErased && (
            <PortalCard contractId={contract.id} hasEmail={customer.email !== null} sendHref={sendHref} />
          )}
          <DeliveryCard delivery={contract.delivery} buttons={contract.buttons} mayEdit={mayEditParts} />
          <PaymentCard
            payment={contract.payment}
            buttons={contract.buttons}
            mayEdit={mayEditParts}
            askHref={mayAskForCard ? `${toDialogHref(null)}&portal=card` : null}
          />
          <DiscountsCard discounts={contract.discounts} buttons={contract.buttons} mayEdit={mayEditParts} />
          <NotesCard
            note={contract.note}
            attributes={contract.attributes}
            buttons={contract.buttons}
            mayEdit={mayEditParts}
          />
          <InternalNotesCard notes={contract.internalNotes} mayEdit={contract.mayEdit} />
          <NotificationsCard facts={contract.notifications} contractId={contract.id} />
        </div>
      </div>
      {contract.mayEdit && (
        <SendLinkDialog
          customer={customer}
          cancel={toDialogHref(null)}
          action={`${toDialogHref(null)}&intent=send_link&portal=send`}
        />
      )}
      {mayAskForCard && (
        <AskForCardDialog
          customer={customer}
          cancel={toDialogHref(null)}
          action={`${toDialogHref(null)}&intent=ask_card&portal=card`}
        />
      )}
      {contract.dialog && <ContractDialog key={contract.dialog.intent} dialog={contract.dialog} />}
    </div>
  );
}

type Contract = ReturnType<typeof useLoaderData<typeof contractPageLoader>>;

function HeaderFacts({ contract }: { contract: Contract }) {
  return (
    <>
      Contract {contract.id}
      {contract.since && ` · ${contract.since}`}
      {" · created "}
      <time dateTime={contract.created.instant}>{contract.created.text}</time>
      {contract.originOrderName && ` · from order ${contract.originOrderName}`}
      {contract.importedId && ` · imported as ${contract.importedId}`}
    </>
  );
}

/** Link back to the list as it was left: its query string is in `list`. Only ever appended to our own path. */
function useListHref(): string {
  const [search] = useSearchParams();
  const list = search.get("list");
  return list ? `/admin/contracts?${list}` : "/admin/contracts";
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/contracts" backLabel="Go to all contracts" />;
}
