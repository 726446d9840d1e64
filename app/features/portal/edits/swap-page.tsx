import type { ReactNode } from "react";
import { PageHeader } from "~/features/customer-pages/portal-parts";
import { FormPage, SearchForm } from "~/features/portal/pages/form-page";
import { type ContractPageProps, toView } from "~/features/portal/pages/page-state";
import type { LineView } from "~/features/portal/view/contract-view";
import { ChoiceList } from "./choice-list";
import { CostChange, toProductName } from "./cost-change";
import type { LineChoice } from "./line-choices.service.server";

type Props = ContractPageProps & { banner: ReactNode; line: LineView };

/** Products to swap a line for; `search` null: there are too few to search. */
export function SwapPage({
  choices,
  search,
  token,
  ...props
}: Props & { choices: readonly LineChoice[]; search: string | null; token: string | null }) {
  const { portal, contract, line } = props;
  const { edits, ...texts } = portal.texts;
  const at = { line: line.id };
  return (
    <>
      <PageHeader
        title={edits.swap.title}
        lead={toProductName(line)}
        back={{ href: toView(props, "line", at), label: texts.back }}
      />
      {props.banner}
      {search !== null && (
        <SearchForm
          portal={portal}
          search={search}
          hidden={{ contract: contract.id, view: "swap", ...at, token }}
        />
      )}
      <ChoiceList portal={portal} choices={choices} none={search ? texts.oneTime.none : edits.swap.none}>
        {(choice, name) => (
          <a
            className="b2"
            href={toView(props, "swap", { ...at, variant: choice.variantId })}
            aria-label={`${edits.choose}${portal.format.colon}${name}`}
          >
            {edits.choose}
          </a>
        )}
      </ChoiceList>
    </>
  );
}

/** The chosen product, and what an order would cost with it. */
export function SwapConfirmPage({
  choice,
  before,
  ...props
}: Props & { choice: LineChoice; before: string }) {
  const { portal, line } = props;
  const { edits, action } = portal.texts;
  return (
    <FormPage
      {...props}
      title={action.swap_line}
      intent="swap"
      view="swap"
      more={{ line: line.id, variant: choice.variantId }}
      hidden={{ line: line.id, variant: choice.variantId }}
      submit={edits.swap.confirm}
    >
      <CostChange
        portal={portal}
        before={{ what: toProductName(line), amount: before }}
        after={{ what: toProductName(choice), amount: choice.orderAmount }}
      />
    </FormPage>
  );
}

/** @param after null: the line cannot be removed */
export function RemovePage({ before, after, ...props }: Props & { before: string; after: string | null }) {
  const { portal, line } = props;
  const { edits, action, ...texts } = portal.texts;
  if (after === null)
    return (
      <>
        <PageHeader
          title={edits.remove.title}
          lead={toProductName(line)}
          back={{ href: toView(props, "line", { line: line.id }), label: texts.back }}
        />
        {props.banner}
        <p className="card">{texts.refused.last_item}</p>
      </>
    );
  return (
    <FormPage
      {...props}
      title={edits.remove.title}
      lead={toProductName(line)}
      intent="remove-line"
      view="remove"
      more={{ line: line.id }}
      hidden={{ line: line.id }}
      submit={action.remove_line}
    >
      <p>{edits.remove.intro}</p>
      <CostChange portal={portal} before={{ amount: before }} after={{ amount: after }} />
    </FormPage>
  );
}
