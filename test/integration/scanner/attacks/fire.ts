import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, made, openRange, type Range } from './range.ts';

/** Outcomes that say that the scanner itself went wrong. */
const faults = ['service-fault', 'crashed', 'timeout'];

/** One test a row: the attack was made, it was refused, and nothing reached the place that it was aimed at. */
export function fireAll(theme: string, attacks: Attack[]): void {
  describe(theme, () => {
    let range: Range;
    beforeAll(async () => {
      range = await openRange(attacks);
    });
    afterAll(() => range.close());

    it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', (_name, attack) => {
      const fired = range.fired(attack);
      const { outcome, detail } = fired.result;
      if (attack.outcome === undefined) expect(faults, detail).not.toContain(outcome);
      else expect({ outcome, detail }).toMatchObject({ outcome: attack.outcome });
      const shown = `${attack.shownBy}; ${outcome}: ${detail}; refused: ${fired.refused}; ran: ${fired.ran}`;
      expect(made(attack, fired), shown).toBe(true);
      expect(range.heard).toEqual([]);
    });
  });
}
