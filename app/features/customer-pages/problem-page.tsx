import type { ProblemError } from "~/lib/problem";
import type { PortalContext } from "./portal-context";
import { PageHeader } from "./portal-parts";

export function ProblemPage(props: {
  portal: PortalContext;
  problem: ProblemError;
  title: string;
  requestId: string;
}) {
  const { portal, problem, title, requestId } = props;
  const { texts } = portal;
  const lead =
    problem.status === 404
      ? texts.notFound
      : problem.code === "switched_off"
        ? texts.refused.switched_off
        : problem.status === 503
          ? texts.refused.unavailable
          : texts.fault;
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <p>
        <a className="b2" href={portal.href({ view: "list" })}>
          {texts.backToList}
        </a>
      </p>
      {problem.status >= 500 && (
        <p className="small muted">
          {texts.requestId}
          {portal.format.colon}
          {requestId}
        </p>
      )}
    </>
  );
}
