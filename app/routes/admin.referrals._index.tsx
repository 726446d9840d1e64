import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import {
  referralsLoader,
  referralViewsAction,
} from "~/features/referrals/admin/referral-admin.endpoints.server";
import {
  REFERRALS_PATH,
  toReferralSearch,
  toReferralsHref,
} from "~/features/referrals/admin/referral-list-url";
import { MILESTONE_LABELS, STATUS_LABELS } from "~/features/referrals/rules/referral-labels";
import { ReferralChart } from "~/features/referrals/ui/referral-chart";
import { ReferralTable } from "~/features/referrals/ui/referral-list";
import referralStyles from "~/features/referrals/ui/referrals.css";
import { formatCount, formatDate } from "~/lib/format";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { IconGift } from "~/ui/icons/icons";
import { FilterSelect, ListSearch } from "~/ui/list/filter-form";
import { ListChips } from "~/ui/list/list-chips";
import { ListCard, ListPage, ListPages, NoMatches } from "~/ui/list/list-page";
import { SavedViewsMenu, VIEWS_DONE } from "~/ui/list/saved-views-menu";
import { styledBy, titled } from "~/ui/shell/page-exports";
import { REFERRAL_STATUSES } from "~db/schema/referral-enums";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { referralsLoader as loader, referralViewsAction as action };

export const links = styledBy(referralStyles);
export const meta = titled("Referrals");

export default function ReferralsPage() {
  const data = useLoaderData<typeof referralsLoader>();
  const { referrals, total, counts, asked, isFirstPage, older, isActive, mayEdit, timeZone, weeks } = data;
  const { kept, views } = data;
  const mark = useShopMark();
  const { q: search, status, reached, from, to, due } = asked;
  const programme = (
    <Button component={Link} to="/admin/referrals/programme" variant={isActive ? "default" : "filled"}>
      {isActive || !mayEdit ? "Programme" : "Set up the programme"}
    </Button>
  );
  const isNone = total === 0 && kept === "" && isFirstPage;
  const carried = new URLSearchParams(toReferralSearch({ ...asked, q: "", status: null }));
  return (
    <ListPage
      title="Referrals"
      done={VIEWS_DONE}
      note={!isNone && (isActive ? "The programme is on." : "The programme is off.")}
      actions={
        <>
          <SavedViewsMenu all="All referrals" path={REFERRALS_PATH} views={views} here={kept} kept={kept} />
          <Button component="a" href={mark(`/admin/referrals.csv?${kept}`)} download variant="default">
            Export CSV
          </Button>
          {programme}
        </>
      }
      nothingYet={
        isNone && {
          icon: IconGift,
          title: isActive ? "No referrals yet" : "No referral programme yet",
          text: "Customers share a link of their own or invite friends by e-mail. Friends get a welcome code, and the customer gets a reward once the friend's first order is paid.",
          action: programme,
        }
      }
    >
      <div className="pn-tiles">
        {REFERRAL_STATUSES.map((each) => (
          <Link key={each} to={`?status=${each}`} className="pn-tile">
            <span className="pn-tile-label">{STATUS_LABELS[each]}</span>
            <span className="pn-tile-number">{formatCount(counts[each] ?? 0)}</span>
          </Link>
        ))}
      </div>
      {/* Somebody who followed a number wants to see its list at once. */}
      {!reached && !due && <ReferralChart weeks={weeks} />}
      <ListSearch label="Search referrals" placeholder="Name or e-mail" value={search}>
        <FilterSelect name="status" aria-label="Status" value={status ?? ""}>
          <option value="">Any status</option>
          {Object.entries(STATUS_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FilterSelect>
        {[...carried].map(([name, text]) => (
          <input key={name} type="hidden" name={name} value={text} />
        ))}
      </ListSearch>
      <ListCard label="Referrals" title={`${formatCount(total)} ${total === 1 ? "referral" : "referrals"}`}>
        <ListChips
          chips={[
            ...(reached
              ? [
                  {
                    key: "reached",
                    label: MILESTONE_LABELS[reached],
                    value: toDaysText(from, to),
                    problem: null,
                    removeHref: toReferralsHref({ ...asked, reached: null }),
                  },
                ]
              : []),
            ...(due
              ? [
                  {
                    key: "due",
                    label: "Reward due on",
                    value: toDaysText(due, due),
                    problem: null,
                    removeHref: toReferralsHref({ ...asked, due: null }),
                  },
                ]
              : []),
          ]}
          problems={[]}
          clearHref={REFERRALS_PATH}
        />
        {referrals.length > 0 ? (
          <ReferralTable referrals={referrals} timeZone={timeZone} />
        ) : (
          <NoMatches text="No referrals match." to={REFERRALS_PATH} label="Show all referrals" />
        )}
      </ListCard>
      <ListPages
        steps={[
          ["Newest", !isFirstPage && `?${kept}`],
          ["Older", older !== null && `?${kept}${kept && "&"}before=${older}`],
        ]}
      />
    </ListPage>
  );
}

/** `1 March 2026 – 31 March 2026`, open at an end that is not given. */
function toDaysText(from: string | null, to: string | null): string {
  const toText = (day: string | null) => (day === null ? "" : formatDate(`${day}T12:00:00Z`, "UTC"));
  if (from === to) return toText(from) || "any day";
  return `${toText(from)} – ${toText(to)}`.trim();
}
