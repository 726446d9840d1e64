import { Link } from "@remix-run/react";
import type { PaymentView } from "~/features/contracts/payment-view";
import { formatOrders } from "~/lib/format";
import { Card } from "~/ui/parts/card";

type Spent = { orders: number; amount: string; refunded: string | null };

/** What the customer has paid so far; one line per currency. */
export function SpentCard({ spent }: { spent: readonly Spent[] }) {
  return (
    <Card title="Amount spent">
      {spent.length === 0 && <p className="pn-dimmed">Nothing yet</p>}
      {spent.map(({ orders, amount, refunded }) => (
        <p key={amount}>
          <span className="pn-strong pn-number">{amount}</span>{" "}
          <span className="pn-dimmed">
            in {formatOrders(orders)}
            {refunded && `, ${refunded} refunded`}
          </span>
        </p>
      ))}
    </Card>
  );
}

type Contact = {
  email: string | null;
  phone: string | null;
  /** Its name in English; null: unknown. */
  language: string | null;
  marketing: string;
  tags: readonly string[];
  note: string | null;
};

export function ContactCard({
  customer: { email, phone, language, marketing, tags, note },
}: {
  customer: Contact;
}) {
  return (
    <Card title="Contact">
      <dl className="pn-terms">
        <div>
          <dt>E-mail</dt>
          <dd>{email ? <a href={`mailto:${encodeURI(email)}`}>{email}</a> : "None"}</dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>{phone ? <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a> : "None"}</dd>
        </div>
        {language && (
          <div>
            <dt>Language</dt>
            <dd>{language}, as last in the portal</dd>
          </div>
        )}
        <div>
          <dt>Wants news</dt>
          <dd>{marketing}</dd>
        </div>
        <div>
          <dt>Tags</dt>
          <dd dir="auto">{tags.length > 0 ? tags.join(", ") : "None"}</dd>
        </div>
        {note && (
          <div>
            <dt>Note in the shop</dt>
            <dd dir="auto" className="pn-written">
              {note}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

export function AddressesCard({ addresses }: { addresses: readonly string[] }) {
  return (
    <Card title="Addresses">
      {addresses.length === 0 && <p className="pn-dimmed">No address yet</p>}
      <div className="pn-stack">
        {addresses.map((address) => (
          <address key={address} className="pn-written">
            {address}
          </address>
        ))}
      </div>
    </Card>
  );
}

export function MethodsCard({ methods }: { methods: readonly ({ id: string } & PaymentView)[] }) {
  return (
    <Card title="Payment methods">
      {methods.length === 0 && <p className="pn-dimmed">No payment method</p>}
      {methods.length > 0 && (
        <ul className="pn-plain pn-stack">
          {methods.map(({ id, title, expiry, warning }) => (
            <li key={id}>
              <p className="pn-strong">{title}</p>
              {expiry && <p className="pn-dimmed">Expires {expiry}</p>}
              {warning && <p className="pn-error">{warning}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type IssuedLink = { id: string; by: string; at: { instant: string; text: string }; isLive: boolean };

/** The latest portal links; they are created and revoked on a contract's page. */
export function LinksCard({
  links,
  contractId,
}: {
  links: readonly IssuedLink[];
  contractId: number | null;
}) {
  return (
    <Card title="Portal links">
      {links.length === 0 && <p className="pn-dimmed">None has been issued</p>}
      {links.length > 0 && (
        <ul className="pn-plain pn-stack">
          {links.map(({ id, by, at, isLive }) => (
            <li key={id}>
              <time dateTime={at.instant}>{at.text}</time>{" "}
              <span className="pn-dimmed">
                by <bdi>{by}</bdi>, {isLive ? "works" : "over"}
              </span>
            </li>
          ))}
        </ul>
      )}
      {contractId !== null && (
        <p className="pn-after">
          <Link to={`/admin/contracts/${contractId}/portal-links`}>Send or revoke links</Link>
        </p>
      )}
    </Card>
  );
}
