import { spawn } from 'node:child_process';
import { rotated } from '../compare/schedule.ts';
import { peerScript } from '../contestants/commands/command.ts';
import { endedChildrenMs } from '../measure/cpu-time.ts';
import { median } from '../measure/median.ts';

/** What Node is given to run, to the end of its process. */
export interface Start {
  id: string;
  /** What it is called in the table. */
  title: string;
  args: string[];
}

/** Bare Node, and the help of the commands. @param script of our command */
export function startsOf(script: string): Start[] {
  return [
    { id: 'node', title: 'node -e 0', args: ['-e', '0'] },
    { id: 'help', title: 'a11y-scan --help', args: [script, '--help'] },
    { id: 'version', title: 'a11y-scan --version', args: [script, '--version'] },
    { id: 'local-help', title: 'a11y-scan local --help', args: [script, 'local', '--help'] },
    { id: 'pa11y-ci', title: 'pa11y-ci --help', args: [peerScript('pa11y-ci'), '--help'] },
    { id: 'axe-cli', title: 'axe --help', args: [peerScript('axe'), '--help'] },
    { id: 'lhci', title: 'lhci --help', args: [peerScript('lhci'), '--help'] },
  ];
}

/** Single values of one, in the order of the rounds. */
export interface StartTimes {
  id: string;
  title: string;
  wallMs: number[];
  /** User and system, exact to 10 ms. */
  cpuMs: number[];
}

/** Runs each so often, in turns, after once for the files to be in the operating system's cache. */
export async function timeStarts(starts: readonly Start[], rounds: number): Promise<StartTimes[]> {
  const times = starts.map(({ id, title }): StartTimes => ({ id, title, wallMs: [], cpuMs: [] }));
  for (let round = 0; round <= rounds; round++) {
    for (const { id, args } of rotated(starts, round)) {
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
  const cpuBefore = endedChildrenMs();
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
  return { wallMs, cpuMs: endedChildrenMs() - cpuBefore };
}

/** Milliseconds that `--help` may take longer than bare Node. */
export const HELP_MS_MAX = 300;

/** One row of the table: medians. */
export interface StartRow {
  title: string;
  wallMs: number;
  cpuMs: number;
  /** Beyond bare Node, and as a multiple of it. */
  overNodeMs: number;
  timesNode: number;
}

export function startRows(times: readonly StartTimes[]): StartRow[] {
  const [node] = times;
  const bare = median(node?.wallMs ?? []);
  return times.map(({ title, wallMs, cpuMs }) => {
    const wall = median(wallMs);
    return { title, wallMs: wall, cpuMs: median(cpuMs), overNodeMs: wall - bare, timesNode: wall / bare };
  });
}
