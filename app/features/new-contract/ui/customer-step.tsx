import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { ListSearch } from "~/ui/list/filter-form";
import { Card } from "~/ui/parts/card";

type Found = { id: number; name: string; email: string | null };

/** Chooses the contract's customer, by a search or as a new one. */
export function CustomerStep({ search, found }: { search: string; found: readonly Found[] | null }) {
  return (
    <Card title="Who is it for?">
      <ListSearch label="Search customers" placeholder="Name, e-mail or id" value={search} />
      {found?.length === 0 && <p>No customer matches “{search}”.</p>}
      {found && found.length > 0 && (
        <ul className="pn-plain pn-stack pn-tight" aria-label="Customers found">
          {found.map(({ id, name, email }) => (
            <li key={id}>
              <Link to={`?customerId=${id}`}>
                <bdi>{name}</bdi>
              </Link>{" "}
              {email !== name && <span className="pn-dimmed">{email}</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="pn-after">
        <Button component={Link} to="?customer=new" variant="default">
          New customer
        </Button>
      </p>
    </Card>
  );
}
