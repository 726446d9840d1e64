import type { ReactNode } from "react";
import { HiddenFields, PageHeader } from "~/features/customer-pages/portal-parts";
import { FormPage, SearchForm } from "~/features/portal/pages/form-page";
import { type ContractPageProps, toView } from "~/features/portal/pages/page-state";
import { MAX_QUANTITY } from "~/lib/limits";
import { ChoiceList } from "./choice-list";
import { CostChange, toProductName } from "./cost-change";
import type { LineChoice } from "./line-choices.service.server";

type Props = ContractPageProps & { banner: ReactNode };

/** Products to add to every order; a choice is shown with its cost before it is added. */
export function AddLinePage({
  choices,
  search,
  token,
  had,
  ...props
}: Props & {
  choices: readonly LineChoice[];
  search: string | null;
  token: string | null;
  /** Variants that the contract already has. */
  had: ReadonlySet<number | null>;
}) {
  const { portal, contract } = props;
  const { edits, oneTime, line, ...texts } = portal.texts;
  const hidden = { contract: contract.id, view: "add-line", token };
  return (
    <>
      <PageHeader
        title={texts.action.add_line}
        lead={edits.add.intro}
        back={{ href: toView(props), label: texts.back }}
      />
      {props.banner}
      {search !== null && <SearchForm portal={portal} search={search} hidden={hidden} />}
      <ChoiceList portal={portal} choices={choices} none={oneTime.none}>
        {({ variantId }, name) => (
          <form className="f many" method="get">
            <HiddenFields values={{ ...hidden, variant: variantId }} />
            {had.has(variantId) && <small>{edits.add.inEach}</small>}
            <span>
              <input
                name="quantity"
                type="number"
                inputMode="numeric"
                min={1}
                max={MAX_QUANTITY}
                defaultValue={1}
                aria-label={`${line.quantity}${portal.format.colon}${name}`}
              />
              <button
                type="submit"
                className="b2"
                aria-label={`${edits.choose}${portal.format.colon}${name}`}
              >
                {edits.choose}
              </button>
            </span>
          </form>
        )}
      </ChoiceList>
    </>
  );
}

export function AddLineConfirmPage({
  choice,
  quantity,
  before,
  ...props
}: Props & { choice: LineChoice; quantity: number; before: string }) {
  const { portal } = props;
  const { edits, ...texts } = portal.texts;
  const { variantId, planId } = choice;
  return (
    <FormPage
      {...props}
      title={texts.action.add_line}
      lead={toProductName(choice)}
      intent="add-line"
      view="add-line"
      more={{ variant: variantId, quantity }}
      hidden={{ variant: variantId, quantity, ...(planId !== null && { plan: planId }) }}
      submit={texts.add}
    >
      <p>
        {texts.quantityOf(portal.format.number(quantity))} · {choice.price}
      </p>
      <p>{edits.add.intro}</p>
      <CostChange portal={portal} before={{ amount: before }} after={{ amount: choice.orderAmount }} />
    </FormPage>
  );
}
