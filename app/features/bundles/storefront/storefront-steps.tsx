import {
  type BoxGroup,
  type BoxWalk,
  countPieces,
  listSectionProblems,
} from "~/features/bundles/storefront/box-groups";
import type { BoxView } from "~/features/bundles/storefront/box-view";

type Props = { view: BoxView; walk: BoxWalk };

/** The sections of a box of steps with their item counts; each is a button that leads to it. */
export function BoxSteps({ view, walk }: Props) {
  return (
    <ol className="steps" aria-label="Steps">
      {walk.groups.map((group, index) => (
        <li key={group.title}>
          <button
            type="submit"
            name="to"
            value={index + 1}
            aria-current={index === walk.at ? "step" : undefined}
          >
            <span className="number" aria-hidden="true">
              {index + 1}
            </span>
            <span className="name">
              {group.title}
              <GroupCount view={view} group={group} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** "2 chosen", with a tick once the section's limits are met. */
export function GroupCount({ view, group }: { view: BoxView; group: BoxGroup }) {
  const count = countPieces(view, group);
  const isRight = listSectionProblems(view).every(({ section }) => section !== group.section);
  return (
    <span className="count" data-live="">
      {count} chosen{" "}
      {isRight && count > 0 && (
        <span className="tick" role="img" aria-label="complete">
          ✓
        </span>
      )}
    </span>
  );
}
