import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBuckets } from "~/http/callers/buckets";
import { type Bucket, type RateLimit, takeToken } from "~/http/callers/rate-limit";
import { requireWithinRateLimit } from "~/http/callers/rate-limit.server";
import { DAY_MS } from "~/lib/days";
import { ProblemError } from "~/lib/problem";

const limits = fc.record({
  perSecond: fc.integer({ min: 1, max: 500 }),
  burst: fc.integer({ min: 1, max: 300 }),
});
/** Milliseconds between one call and the next. */
const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 400 });
const START = 1_770_000_000_000;

function play(limit: RateLimit, pauses: number[]) {
  let bucket: Bucket | undefined;
  let now = START;
  return pauses.map((pause) => {
    now += pause;
    const taken = takeToken(bucket, now, limit);
    bucket = taken.bucket;
    return { now, ...taken.verdict };
  });
}

describe("the token bucket", () => {
  test("never accepts more than the burst and the refill, over any period", () => {
    fc.assert(
      fc.property(limits, gaps, (limit, pauses) => {
        const allowed = play(limit, pauses).filter((call) => call.allowed);
        for (const [index, first] of allowed.entries())
          for (const [offset, last] of allowed.slice(index).entries()) {
            const flowedIn = ((last.now - first.now) / 1000) * limit.perSecond;
            expect(offset + 1).toBeLessThanOrEqual(limit.burst + flowedIn + 1e-9);
          }
      }),
      { numRuns: 40 },
    );
  });

  test("never refuses a caller who has waited as long as it asked for", () => {
    const narrow = fc.record({
      perSecond: fc.integer({ min: 1, max: 50 }),
      burst: fc.integer({ min: 1, max: 10 }),
    });
    const hasty = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 30, maxLength: 100 });
    fc.assert(
      fc.property(narrow, hasty, (limit, pauses) => {
        const calls = play(limit, pauses);
        const refused = calls.findIndex((call) => !call.allowed);
        fc.pre(refused >= 0);
        const wait = (calls[refused]?.retryAfterSeconds ?? 0) * 1000;
        const again = play(limit, [...pauses.slice(0, refused + 1), wait]);
        expect(again.at(-1)?.allowed).toBe(true);
      }),
    );
  });

  test("counts down: what it says remains may be spent at once, and not one more", () => {
    fc.assert(
      fc.property(limits, gaps, (limit, pauses) => {
        const { remaining } = play(limit, pauses).at(-1) ?? { remaining: 0 };
        const spent = play(limit, [...pauses, ...Array<number>(remaining + 1).fill(0)]).slice(pauses.length);
        expect(spent.map((call) => call.allowed)).toEqual([...Array(remaining).fill(true), false]);
      }),
    );
  });

  test("is full again after as long as it said", () => {
    fc.assert(
      fc.property(limits, gaps, (limit, pauses) => {
        const { resetSeconds } = play(limit, pauses).at(-1) ?? { resetSeconds: 0 };
        const rested = play(limit, [...pauses, resetSeconds * 1000]).at(-1);
        expect(rested?.remaining).toBe(limit.burst - 1);
      }),
    );
  });

  test("locks nobody out when the clock is set back by a day", () => {
    const limit = { perSecond: 10, burst: 20 };
    const emptied = play(limit, Array(25).fill(0)).at(-1);
    expect(emptied?.allowed).toBe(false);
    const before = takeToken({ missing: 20_000, at: START }, START - DAY_MS, limit);
    expect(before.verdict).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    const later = takeToken(before.bucket, START - DAY_MS + 1000, limit);
    expect(later.verdict.allowed).toBe(true);
  });
});

describe("buckets of several processes", () => {
  const wide = fc.record({
    perSecond: fc.integer({ min: 1, max: 200 }),
    burst: fc.integer({ min: 10, max: 300 }),
  });
  /** For each step: which process gets how many calls, and how long until each reports to the others. */
  const floods = fc.array(
    fc.record({
      calls: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 }),
      pause: fc.integer({ min: 1, max: 200 }),
    }),
    { minLength: 5, maxLength: 60 },
  );

  /** @param usual what the processes take for the limit of a caller that has none of its own */
  function flood(limit: RateLimit, steps: { calls: number[]; pause: number }[], usual = limit) {
    const processes = [1, 2, 3].map(() => createBuckets(usual));
    for (const each of processes) each.share(() => {});
    let now = START;
    let allowed = 0;
    let unheard = 0;
    for (const { calls, pause } of steps) {
      const before = allowed;
      for (const [index, count] of calls.entries())
        for (let call = 0; call < count; call++)
          if (processes[index]?.take("key", now, limit).allowed) allowed++;
      unheard = Math.max(unheard, allowed - before);
      now += pause;
      for (const each of processes) {
        const reported = each.listUnreported();
        for (const other of processes) if (other !== each) other.receive(reported, now);
      }
    }
    return { allowed, unheard, seconds: (now - START) / 1000, processes, now };
  }

  test("together let through the burst and what has flowed in, but for what one has not heard of the others yet", () => {
    fc.assert(
      fc.property(wide, floods, (limit, steps) => {
        const { allowed, unheard, seconds } = flood(limit, steps);
        expect(allowed).toBeLessThanOrEqual(limit.burst + seconds * limit.perSecond + unheard + 1e-9);
      }),
    );
  });

  test("do so by a limit that is the caller's own, though one that hears of the caller has not been told of it", () => {
    fc.assert(
      fc.property(wide, wide, floods, (limit, usual, steps) => {
        const { allowed, unheard, seconds } = flood(limit, steps, usual);
        expect(allowed).toBeLessThanOrEqual(limit.burst + seconds * limit.perSecond + unheard + 1e-9);
      }),
    );
  });

  test.each([
    ["lower", { perSecond: 10, burst: 100 }],
    ["higher", { perSecond: 100, burst: 10_000 }],
  ])(
    "let a caller whose own limit is %s go on at another process with what the first has left",
    (_, limit) => {
      const first = Array.from({ length: 100 }, () => ({ calls: [limit.burst, 0, 0], pause: 200 }));
      const other = { calls: [0, limit.burst, 0], pause: 1 };
      const steps = [...first, other];
      const { allowed, seconds } = flood(limit, steps, { perSecond: 100, burst: 1000 });
      expect(allowed).toBe(flood(limit, steps).allowed);
      expect(allowed).toBeLessThanOrEqual(limit.burst + seconds * limit.perSecond);
    },
  );

  test("make up for calls let through in excess: in the long run a caller gets the rate, even if reports were lost", () => {
    const limit = { perSecond: 100, burst: 100 };
    const steps = Array.from({ length: 300 }, () => ({ calls: [20, 20, 20], pause: 200 }));
    const { allowed, seconds } = flood(limit, steps);
    expect(allowed / (limit.burst + seconds * limit.perSecond)).toBeCloseTo(1, 1);
  });

  test("tell a process that has just started which tokens are missing, once", () => {
    const limit = { perSecond: 1, burst: 100 };
    const { processes, now } = flood(limit, [{ calls: [60, 0, 0], pause: 1 }]);
    for (const usual of [limit, { perSecond: 1, burst: 10 }]) {
      const begun = createBuckets(usual);
      for (const each of processes) begun.receiveMissing(each.listMissing(now), now);
      expect(begun.take("key", now, limit).remaining).toBe(39);
      expect(begun.take("other", now).remaining).toBe(usual.burst - 1);
    }
  });
});

describe("the headers of a call", () => {
  const call = (key: string, now = START) => {
    const headers = new Map<string, string>();
    let refusal: unknown;
    try {
      requireWithinRateLimit(key, now, headers);
    } catch (error) {
      refusal = error;
    }
    return { headers: Object.fromEntries(new Headers([...headers])), refusal };
  };

  test("tell the policy and what is left, in the standard and in the older form", () => {
    expect(call("headers-1").headers).toEqual({
      "ratelimit-policy": '"default";q=1000;w=10',
      ratelimit: '"default";r=999;t=1',
      "ratelimit-limit": "1000",
      "ratelimit-remaining": "999",
      "ratelimit-reset": "1",
    });
  });

  test("are those of the shop's own limit where it has set one, each number for itself", () => {
    const policyOf = (own: Parameters<typeof requireWithinRateLimit>[3]) => {
      const headers = new Map<string, string>();
      requireWithinRateLimit(`own ${JSON.stringify(own)}`, START, headers, own);
      return [headers.get("RateLimit-Policy"), headers.get("RateLimit-Limit")];
    };
    expect(policyOf({ ratePerSecond: 5, rateBurst: 20 })).toEqual(['"default";q=20;w=4', "20"]);
    expect(policyOf({ ratePerSecond: 50, rateBurst: null })).toEqual(['"default";q=1000;w=20', "1000"]);
    expect(policyOf({ ratePerSecond: null, rateBurst: 200 })).toEqual(['"default";q=200;w=2', "200"]);
  });

  test("beyond the burst are those of a 429 that says when to come again", () => {
    for (let index = 0; index < 1000; index++) expect(call("headers-2").refusal).toBeUndefined();
    const { refusal, headers } = call("headers-2");
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({
      code: "too_many_requests",
      status: 429,
      extra: { headers: { "Retry-After": "1" } },
    });
    expect(headers).toMatchObject({ "ratelimit-remaining": "0", "ratelimit-reset": "10" });
    expect(call("headers-2", START + 1000).refusal).toBeUndefined();
  });

  test("are counted for each key by itself", () => {
    for (let index = 0; index < 1000; index++) call("headers-3");
    expect(call("headers-4").refusal).toBeUndefined();
  });
});
