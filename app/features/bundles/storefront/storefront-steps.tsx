import { type BoxGroup, type BoxWalk, countPieces, listSectionProblems } from "./box-groups";
import { toGroupTitle } from "./box-labels";
import type { WrittenBox } from "./box-wording";

type Props = { view: WrittenBox; walk: BoxWalk };

/** The sections of a box of steps with their item counts; each is a button that leads to it. */
export function BoxSteps({ view, walk }: Props) {
  const { box, format } = view.wording;
  return (
    <ol className="steps" aria-label={box.steps.title}>
      {walk.groups.map((group, index) => (
        <li key={group.title}>
          <button
            type="submit"
            name="to"
            value={index + 1}
            aria-current={index === walk.at ? "step" : undefined}
          >
            <span className="number" aria-hidden="true">
              {format.number(index + 1)}
            </span>
            <span className="name">
              <bdi>{toGroupTitle(group, view.wording)}</bdi>
              <GroupCount view={view} group={group} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** "2 chosen", with a tick once the section's limits are met. */
export function GroupCount({ view, group }: { view: WrittenBox; group: BoxGroup }) {
  const count = countPieces(view, group);
  const isRight = listSectionProblems(view).every(({ section }) => section !== group.section);
  const { box, format } = view.wording;
  return (
    <span className="count" data-live="">
      {box.steps.chosen(format.number(count))}{" "}
      {isRight && count > 0 && (
        <span className="tick" role="img" aria-label={box.steps.done}>
          ✓
        </span>
      )}
    </span>
  );
}
