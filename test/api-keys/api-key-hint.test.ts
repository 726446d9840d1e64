import { expect, test } from "vitest";
import { createApiKey } from "~/access/api-key";

test.each([1, 35, 36, 1_234_567])(
  "of a key of shop %i four secret characters are shown, whichever they are",
  (shopId) => {
    for (let made = 0; made < 500; made++) {
      const { key, hint } = createApiKey(shopId);
      expect(hint).toBe(`${key.slice(0, `prn_${shopId.toString(36)}_`.length + 4)}…`);
    }
  },
);
