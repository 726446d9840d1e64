import type { MetaFunction } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Home") }];

export default function HomePage() {
  return (
    <div className="pn-page">
      <PageHeader title="Home" />
    </div>
  );
}
