import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BandChart } from "~/features/insights/charts/band-chart";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { LineChart } from "~/features/insights/charts/line-chart";
import { chooseLabels, toLine, toScale } from "~/features/insights/charts/scale";
import { Sparkline } from "~/features/insights/charts/sparkline";

const plain = (value: number) => String(value);
const count = (text: string, part: string) => text.split(part).length - 1;

describe("the scale of a chart", () => {
  test.each([
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [
      [3, 9],
      [0, 2, 4, 6, 8, 10],
    ],
    [
      [2, 1],
      [0, 1, 2],
    ],
    [
      [12_480.5, 11_000],
      [0, 5000, 10_000, 15_000],
    ],
    [
      [-30, 90],
      [-50, 0, 50, 100],
    ],
    [
      [0.02, 0.031],
      [0, 0.01, 0.02, 0.03, 0.04],
    ],
    [
      [-7, -1],
      [-8, -6, -4, -2, 0],
    ],
  ])("%j has its lines at %j", (values, ticks) => {
    expect(toScale(values).ticks).toEqual(ticks);
  });

  test("holds every value between its ends, and has few lines, whatever the values", () => {
    for (let exponent = -3; exponent < 10; exponent++)
      for (const factor of [1, 1.01, 1.9, 2.6, 4.99, 7, 9.99]) {
        const value = factor * 10 ** exponent;
        const { min, max, ticks } = toScale([value, -value / 3]);
        expect(min).toBeLessThanOrEqual(-value / 3);
        expect(max).toBeGreaterThanOrEqual(value);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks).toContain(0);
      }
  });

  test("labels are few, evenly spread, the first and the last among them", () => {
    expect(chooseLabels(0)).toEqual([]);
    expect(chooseLabels(1)).toEqual([0]);
    expect(chooseLabels(3)).toEqual([0, 1, 2]);
    expect(chooseLabels(121)).toEqual([0, 40, 80, 120]);
  });

  test("a sparkline continues over missing values; with fewer than two values there is none", () => {
    const draw = (values: (number | null)[]) =>
      / d="(.*?)"/.exec(renderToStaticMarkup(<Sparkline values={values} />))?.[1];
    expect(draw([null, 10, null, 5, null])).toBe("M250 0L750 50");
    expect(draw([null, 10, null])).toBe("");
    expect(draw([])).toBe("");
  });

  test("a line breaks where there is no value, and a lone value is a dot", () => {
    const scale = toScale([0, 10]);
    expect(toLine([0, 10, null, 5], scale)).toBe("M0 100L333.3 0M1000 50h.01");
    expect(toLine([10], scale)).toBe("M500 0h.01");
    expect(toLine([], scale)).toBe("");
  });
});

describe("a picture", () => {
  const points = ["1 Mar 2026", "2 Mar 2026", "3 Mar 2026"].map((label) => ({
    label,
    tick: label.slice(0, 5),
  }));
  const series = [
    { name: "MRR", values: [10, 30, 20] },
    { name: "Before", values: [5, 5, null], isComparison: true as const },
  ];

  test("has a name, a description, a table with every value, and words at each point", () => {
    const html = renderToStaticMarkup(
      <LineChart title="MRR" description="From 10 to 20." points={points} series={series} format={plain} />,
    );
    expect(html).toContain("<title");
    expect(html).toContain(">From 10 to 20.</desc>");
    expect(html).toContain("<summary>As a table</summary>");
    expect(count(html, "<tr")).toBe(4);
    expect(html).toContain("2 Mar 2026: MRR 30, Before 5");
    expect(html).toContain("3 Mar 2026: MRR 20, Before –");
  });

  test("stacks bars on both sides of zero without one covering another", () => {
    const html = renderToStaticMarkup(
      <BarChart
        title="Movements"
        description="Up and down."
        points={points.slice(0, 1)}
        series={[
          { name: "New", values: [50], tone: "1" },
          { name: "Expansion", values: [50], tone: "2" },
          { name: "Churned", values: [-100], tone: "bad" },
        ]}
        format={plain}
      />,
    );
    const bars = [...html.matchAll(/<path class="in-bar"[^>]* d="M[\d.]+ ([\d.]+)h720v([\d.]+)H[\d.]+Z"/g)];
    expect(bars.map(([, y, height]) => [Number(y), Number(height)])).toEqual([
      [25, 25],
      [0, 25],
      [50, 50],
    ]);
  });

  test.each([
    ["nothing", 0],
    ["one point", 1],
    ["ten years of months", 121],
  ])("of %s is drawn without a wrong number in it", (_, length) => {
    const many = Array.from({ length }, (_unused, index) => ({ label: `Month ${index}`, tick: `${index}` }));
    const values = many.map((_unused, index) => index * 100);
    const html = renderToStaticMarkup(
      <>
        <LineChart title="A" description="B" points={many} series={[{ name: "A", values }]} format={plain} />
        <BarChart
          title="A"
          description="B"
          points={many}
          series={[{ name: "A", values, tone: "1" }]}
          format={plain}
        />
        <Sparkline values={values} />
      </>,
    );
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
    expect(count(html, "<tr")).toBe(length === 0 ? 0 : 2 * (length + 1));
  });
});

test("a range is the ground between its ends, and all four values stand in the table", () => {
  const html = renderToStaticMarkup(
    <BandChart
      title="Expected"
      description="Two weeks"
      points={["1 Mar", "8 Mar"].map((label) => ({ label, tick: label }))}
      expected={[5, 6]}
      low={[4, 4]}
      high={[8, 10]}
      planned={[9, 0]}
      format={plain}
    />,
  );
  expect(html).toContain('class="in-band" d="M0 20L1000 0L1000 60L0 60Z"');
  expect(html).toContain("8 Mar: Expected 6, At least 4, At most 10, Planned 0");
  expect(count(html, "<tr")).toBe(3);
});
