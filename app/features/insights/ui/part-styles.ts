import partStyles from "./insight-parts.css";
import insightStyles from "./insights.css";

/** Style sheets of a page that shows parts of the insights: its `links`. */
export const partLinks = () => [
  { rel: "stylesheet", href: insightStyles },
  { rel: "stylesheet", href: partStyles },
];
