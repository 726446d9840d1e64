import partStyles from "~/features/insights/ui/insight-parts.css";
import insightStyles from "~/features/insights/ui/insights.css";

/** Style sheets of a page that shows parts of the insights: its `links`. */
export const partLinks = () => [
  { rel: "stylesheet", href: insightStyles },
  { rel: "stylesheet", href: partStyles },
];
