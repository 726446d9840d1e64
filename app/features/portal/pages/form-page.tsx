import type { ReactNode } from "react";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { Field, HiddenFields, PageHeader } from "~/features/customer-pages/portal-parts";
import { type ContractPageProps, toAction, toView } from "./page-state";

/** A page with one question: a form on a card, with a link back as visible as the button. */
export function FormPage(
  props: ContractPageProps & {
    title: string;
    lead?: string;
    banner: ReactNode;
    /** The form's action, and the view it is on. */
    intent: string;
    view: string;
    more?: Record<string, string | number>;
    hidden?: Record<string, string | number>;
    submit: string;
    cancel?: string;
    children: ReactNode;
  },
) {
  const { portal, contract } = props;
  return (
    <>
      <PageHeader
        title={props.title}
        lead={props.lead}
        back={{ href: toView(props), label: portal.texts.back }}
      />
      {props.banner}
      <form
        className="card form"
        method="post"
        action={toAction(props, props.intent, props.view, props.more)}
        noValidate
      >
        <HiddenFields values={{ version: contract.version, ...props.hidden }} />
        {props.children}
        <div className="pair">
          <button type="submit" className="b">
            {props.submit}
          </button>
          <a className="b2" href={toView(props)}>
            {props.cancel ?? portal.texts.notNow}
          </a>
        </div>
      </form>
    </>
  );
}

/** A search for products by name, since a shop may have thousands. */
export const SearchForm = ({
  portal,
  search,
  hidden,
}: {
  portal: PortalContext;
  search: string;
  hidden: Record<string, string | number | null>;
}) => (
  <form className="line" method="get">
    <HiddenFields values={hidden} />
    <Field name="q" label={portal.texts.oneTime.search}>
      {(control) => <input {...control} type="search" dir="auto" defaultValue={search} maxLength={100} />}
    </Field>
    <button type="submit" className="b2">
      {portal.texts.oneTime.find}
    </button>
  </form>
);
