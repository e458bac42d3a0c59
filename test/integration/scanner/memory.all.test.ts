import { describe, expect, it } from 'vitest';
import { buildBombs } from '../../../bench/memory/bombs.ts';
import { scanBomb } from '../../../bench/memory/scan-bomb.ts';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';

const LIMIT_MB = 1_000;
/** Pages that the browser handles without much memory. */
const harmless = ['pictures', 'nested SVG', 'zstd, fetched'];

const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);

describe('a page that fills the memory by', () => {
  it.each(buildBombs().map((bomb) => [bomb.name, bomb] as const))(
    '%s does not count as scanned, needs at most twice the limit, and the next page is scanned',
    async (name, bomb) => {
      const { bomb: result, next, peakMb } = await scanBomb(bomb, ruleIds, LIMIT_MB);
      if (!harmless.includes(name)) expect(result.outcome).not.toBe('scanned');
      // The memory is read at intervals, and a busy machine makes them longer.
      expect(peakMb).toBeLessThan(2 * LIMIT_MB);
      expect(next.outcome).toBe('scanned');
    },
    300_000,
  );
});
