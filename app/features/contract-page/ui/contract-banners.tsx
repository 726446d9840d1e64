import { Link } from "@remix-run/react";
import type { Banner, BannerAction } from "~/features/contract-page/page/contract-detail";

type Props = { banners: Banner[]; mayEdit: boolean; toHref(opens: BannerAction["opens"]): string };

/** What to know first, each banner with its actions; read-only staff get no dialogs. */
export function ContractBanners({ banners, mayEdit, toHref }: Props) {
  if (banners.length === 0) return null;
  return (
    <ul className="pn-plain pn-stack pn-tight ct-banners">
      {banners.map(({ text, actions }) => (
        <li key={text} className="pn-banner pn-row pn-tone" data-tone="warn">
          <span dir="auto">{text}</span>
          {actions
            .filter(({ opens }) => mayEdit || opens === "past_orders")
            .map(({ label, opens }) => (
              <Link key={opens} to={toHref(opens)} preventScrollReset={opens !== "past_orders"}>
                {label}
              </Link>
            ))}
        </li>
      ))}
    </ul>
  );
}
