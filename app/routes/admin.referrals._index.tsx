import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import IconGift from "@tabler/icons-react/dist/esm/icons/IconGift.mjs";
import { NothingMatches, NothingYet } from "~/components/empty-state";
import { PageHeader } from "~/components/page-header";
import { ReferralChart } from "~/components/referrals/referral-chart";
import { ReferralList } from "~/components/referrals/referral-list";
import { referralsLoader } from "~/features/referrals/referral-admin.endpoints.server";
import { STATUS_WORDS } from "~/features/referrals/referral-words";
import { formatCount } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";

export { referralsLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Referrals") }];

const TILES = ["INVITED", "ACCEPTED", "CODE_USED", "REWARDED", "REFUSED"] as const;

export default function ReferralsPage() {
  const data = useLoaderData<typeof referralsLoader>();
  const { referrals, counts, search, status, isFirstPage, older, isActive, mayEdit, timeZone, weeks } = data;
  const programme = (
    <Button component={Link} to="/admin/referrals/programme" variant={isActive ? "default" : "filled"}>
      {isActive || !mayEdit ? "Programme" : "Set up the programme"}
    </Button>
  );
  const isFiltered = search !== "" || status !== null || !isFirstPage;
  if (referrals.length === 0 && !isFiltered)
    return (
      <div className="pn-page">
        <PageHeader title="Referrals" />
        <NothingYet
          icon={IconGift}
          title={isActive ? "No referrals yet" : "No referral programme yet"}
          text="Customers share a link of their own or invite friends by e-mail. Friends get a welcome code, and the customer gets a reward once the friend's first order is paid."
        >
          {programme}
        </NothingYet>
      </div>
    );
  const toQuery = (more: Record<string, string>) =>
    new URLSearchParams({ ...(search && { q: search }), ...(status && { status }), ...more }).toString();
  return (
    <div className="pn-page">
      <PageHeader title="Referrals" note={isActive ? "The programme is on." : "The programme is off."}>
        <Button component="a" href={`/admin/referrals.csv?${toQuery({})}`} variant="default">
          Export CSV
        </Button>
        {programme}
      </PageHeader>
      <div className="pn-tiles">
        {TILES.map((each) => (
          <Link key={each} to={`?status=${each}`} className="pn-tile">
            <span className="pn-tile-label">{STATUS_WORDS[each]}</span>
            <span className="pn-tile-number">{formatCount(counts[each] ?? 0)}</span>
          </Link>
        ))}
      </div>
      <ReferralChart weeks={weeks} />
      <Form method="get" role="search" className="pn-searchbar pn-searchbar-two">
        <TextInput
          key={`q-${search}`}
          name="q"
          type="search"
          aria-label="Search referrals"
          placeholder="Name or e-mail"
          defaultValue={search}
          autoComplete="off"
        />
        <NativeSelect
          key={`s-${status}`}
          name="status"
          aria-label="State"
          defaultValue={status ?? ""}
          data={[
            { value: "", label: "Any state" },
            ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </Form>
      {referrals.length > 0 ? (
        <ReferralList referrals={referrals} timeZone={timeZone} />
      ) : (
        <NothingMatches text="No referrals match.">
          <Button component={Link} to="/admin/referrals" variant="default">
            Show all referrals
          </Button>
        </NothingMatches>
      )}
      {(older !== null || !isFirstPage) && (
        <nav className="pn-actions pn-pages" aria-label="Pages">
          {!isFirstPage && (
            <Button component={Link} to={`?${toQuery({})}`} variant="default">
              Newest
            </Button>
          )}
          {older !== null && (
            <Button component={Link} to={`?${toQuery({ before: String(older) })}`} variant="default">
              Older
            </Button>
          )}
        </nav>
      )}
    </div>
  );
}
