import { spawn } from 'node:child_process';
import { rotate } from '../compare/schedule.ts';
import { getPeerScript } from '../contestants/commands/command.ts';
import { readEndedChildrenMs } from '../measure/cpu-time.ts';
import { computeMedian } from '../measure/median.ts';

/** Arguments of a Node process that is measured from start to end. */
export interface Start {
  id: string;
  /** Name in the table. */
  title: string;
  args: string[];
}

/**
 * Returns bare Node, and `--help` of each command.
 * @param script script of our CLI
 */
export function listStarts(script: string): Start[] {
  return [
    { id: 'node', title: 'node -e 0', args: ['-e', '0'] },
    { id: 'help', title: 'a11y-scan --help', args: [script, '--help'] },
    { id: 'version', title: 'a11y-scan --version', args: [script, '--version'] },
    { id: 'local-help', title: 'a11y-scan local --help', args: [script, 'local', '--help'] },
    { id: 'pa11y-ci', title: 'pa11y-ci --help', args: [getPeerScript('pa11y-ci'), '--help'] },
    { id: 'axe-cli', title: 'axe --help', args: [getPeerScript('axe'), '--help'] },
    { id: 'lhci', title: 'lhci --help', args: [getPeerScript('lhci'), '--help'] },
  ];
}

/** All values of one command, in the order of the rounds. */
export interface StartTimes {
  id: string;
  title: string;
  wallMs: number[];
  /** User and system time, with a precision of 10 ms. */
  cpuMs: number[];
}

/**
 * Runs each command once to load its files into the operating system's cache, and then the given number of rounds, in
 * turns.
 */
export async function timeStarts(starts: readonly Start[], rounds: number): Promise<StartTimes[]> {
  const times = starts.map(({ id, title }): StartTimes => ({ id, title, wallMs: [], cpuMs: [] }));
  for (let round = 0; round <= rounds; round++) {
    for (const { id, args } of rotate(starts, round)) {
      const { wallMs, cpuMs } = await timeStart(args);
      const of = times.find((each) => each.id === id);
      if (round > 0) {
        of?.wallMs.push(wallMs);
        of?.cpuMs.push(cpuMs);
      }
    }
  }
  return times;
}

async function timeStart(args: readonly string[]): Promise<{ wallMs: number; cpuMs: number }> {
  const cpuBefore = readEndedChildrenMs();
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('exit', resolve);
  const code = await promise;
  const wallMs = performance.now() - begun;
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${said}`);
  return { wallMs, cpuMs: readEndedChildrenMs() - cpuBefore };
}

/** Maximum time in milliseconds that `--help` may take in addition to bare Node. */
export const HELP_MS_MAX = 300;

/** One row of the table: medians. */
export interface StartRow {
  title: string;
  wallMs: number;
  cpuMs: number;
  /** Time in addition to bare Node, and as a multiple of it. */
  overNodeMs: number;
  timesNode: number;
}

export function buildStartRows(times: readonly StartTimes[]): StartRow[] {
  const [node] = times;
  const bare = computeMedian(node?.wallMs ?? []);
  return times.map(({ title, wallMs, cpuMs }) => {
    const wall = computeMedian(wallMs);
    return {
      title,
      wallMs: wall,
      cpuMs: computeMedian(cpuMs),
      overNodeMs: wall - bare,
      timesNode: wall / bare,
    };
  });
}
