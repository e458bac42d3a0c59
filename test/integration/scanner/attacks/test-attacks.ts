import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, type AttackRun, runAttacks, wasMade } from './run-attacks.ts';

/** Outcomes that indicate a failure of the scanner itself. */
const faults = ['service-fault', 'crashed', 'timeout'];

/**
 * Adds one test per attack: the attack was made, it was refused, and nothing reached the forbidden server.
 * @param pages attacks, each on a page of its own, or joined on one page
 */
export function testAttacks(theme: string, pages: (Attack | Attack[])[]): void {
  const attacks = pages.flat();
  describe(theme, () => {
    let run: AttackRun;
    beforeAll(async () => {
      run = await runAttacks(pages.map((each) => [each].flat()));
    });
    afterAll(() => run.close());

    it.each(attacks.map((attack) => [attack.name, attack] as const))(
      'does not reach the forbidden server: %s',
      (_name, attack) => {
        const attackResult = run.getResult(attack);
        const { outcome, detail } = attackResult.result;
        if (attack.outcome === undefined) expect(faults, detail).not.toContain(outcome);
        else expect({ outcome, detail }).toMatchObject({ outcome: attack.outcome });
        const shown = `${attack.shownBy}; ${outcome}: ${detail}; refused: ${attackResult.refused}; ran: ${attackResult.ran}`;
        expect(wasMade(attack, attackResult), shown).toBe(true);
        expect(run.arrived).toEqual([]);
      },
    );
  });
}
