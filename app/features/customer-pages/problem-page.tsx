import type { PortalFrame } from "~/features/customer-pages/portal-context";
import { PageHead } from "~/features/customer-pages/portal-parts";
import type { ProblemError } from "~/lib/problem";

export function ProblemPage(props: {
  frame: PortalFrame;
  problem: ProblemError;
  title: string;
  requestId: string;
}) {
  const { frame, problem, title, requestId } = props;
  const { texts } = frame;
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
      <PageHead title={title} lead={lead} />
      <p>
        <a className="b2" href={frame.href({ view: "list" })}>
          {texts.backToList}
        </a>
      </p>
      {problem.status >= 500 && (
        <p className="small muted">
          {texts.requestId}: {requestId}
        </p>
      )}
    </>
  );
}
