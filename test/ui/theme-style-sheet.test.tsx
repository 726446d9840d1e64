import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { cssVariables, theme } from "~/ui/shell/theme";

test("the theme's variables stand in the style sheet as the library would write them into every page", async () => {
  const page = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      {null}
    </MantineProvider>,
  );
  const variables = /<style[^>]*>(:root[\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
  expect(variables).toContain("--pn-page");
  // After a change of the theme, or of the library: `npx vitest run test/ui/theme-style-sheet.test.tsx -u`.
  await expect(variables.replaceAll("}", "}\n")).toMatchFileSnapshot("../../app/ui/styles/theme.css");
});
