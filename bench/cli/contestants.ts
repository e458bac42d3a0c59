import { join } from 'node:path';
import { createA11yScanCommand } from '../contestants/commands/a11y-scan.ts';
import { axeCli } from '../contestants/commands/axe-cli.ts';
import type { Command } from '../contestants/commands/command.ts';
import { lhci } from '../contestants/commands/lhci.ts';
import { pa11yCi } from '../contestants/commands/pa11y-ci.ts';

/** A command that scans the demo site. The list has the order of the table. */
export interface Contestant {
  id: string;
  /** Name in the table. */
  title: string;
  command: Command;
  /** Pages at a time: a number, or the number of cores. */
  concurrency: number | 'cores';
  /** Maximum number of rounds, because it takes far longer than the others. */
  roundsMax: number;
  /** Whether it runs once before it is measured. */
  warmsUp: boolean;
  needsChromedriver: boolean;
}

const usual = {
  concurrency: 1,
  roundsMax: Number.POSITIVE_INFINITY,
  warmsUp: true,
  needsChromedriver: false,
};

/** Ids that the targets refer to. */
export const ids = { ours: 'a11y-scan', oursOneAtOnce: 'a11y-scan-1', pa11y: 'pa11y-ci' } as const;

export const contestants: readonly Contestant[] = [
  {
    ...usual,
    id: ids.ours,
    title: 'a11y-scan local',
    command: createA11yScanCommand(),
    concurrency: 'cores',
  },
  {
    ...usual,
    id: ids.oursOneAtOnce,
    title: 'a11y-scan local, one page at a time',
    command: createA11yScanCommand(),
  },
  {
    ...usual,
    id: 'a11y-scan-first',
    title: 'a11y-scan local, unpacking its browser',
    command: createA11yScanCommand(({ folder }) => join(folder, 'cache')),
    concurrency: 'cores',
    roundsMax: 2,
    warmsUp: false,
  },
  { ...usual, id: ids.pa11y, title: 'pa11y-ci (axe)', command: pa11yCi },
  {
    ...usual,
    id: 'pa11y-ci-cores',
    title: 'pa11y-ci (axe), several at a time',
    command: pa11yCi,
    concurrency: 'cores',
  },
  { ...usual, id: 'axe-cli', title: '@axe-core/cli', command: axeCli, needsChromedriver: true },
  { ...usual, id: 'lhci', title: 'Lighthouse CI (collect)', command: lhci, roundsMax: 1, warmsUp: false },
];
