import { MAX_INT32 } from "~/lib/limits";
import { severalTexts, wholeNumber } from "./query-parameters";

const MAX_SIZE = 2000;
const DEFAULT_SIZE = 20;

/**
 * `page`, `size` and `sort` of a list, each also under an alias. Source: wire.md §2 "1 list".
 *
 * @param things what a page contains
 * @param sort.parse one `column,direction`; null when it is invalid
 */
export function pagingParameters<Term>(
  things: string,
  sort: { columns: readonly string[]; parse: (text: string) => Term | null; description: string },
) {
  const page = () =>
    wholeNumber(0, MAX_INT32, { description: "Number of the page, from 0.", format: "int32", default: 0 });
  const size = () =>
    wholeNumber(1, MAX_SIZE, { description: `${things} per page.`, format: "int32", default: DEFAULT_SIZE });
  const expected = `Use column,asc or column,desc with one of the columns ${sort.columns.join(", ")}.`;
  const terms = () =>
    severalTexts(
      sort.parse,
      { message: expected, code: "invalid_sort" },
      {
        description: `\`column,asc\` or \`column,desc\`, repeatable. ${sort.description}`,
        type: "array",
        items: { type: "string" },
        explode: true,
      },
    );
  return {
    page: page(),
    size: size(),
    sort: terms(),
    "pageable.page": page().meta({ description: "Alias of `page`." }),
    "pageable.size": size().meta({ description: "Alias of `size`." }),
    "pageable.sort": terms().meta({ description: "Alias of `sort`." }),
  };
}

type Given<Term> = { [name in "page" | "size" | `pageable.${"page" | "size"}`]?: number } & {
  [name in "sort" | "pageable.sort"]?: Term[];
};

/** Reads them; by default the first page of 20 in `defaultSort`. */
export const readPaging = <Term>(given: Given<Term>, defaultSort: Term[]) => ({
  page: given.page ?? given["pageable.page"] ?? 0,
  size: given.size ?? given["pageable.size"] ?? DEFAULT_SIZE,
  sort: given.sort ?? given["pageable.sort"] ?? defaultSort,
});
