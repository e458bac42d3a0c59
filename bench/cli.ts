import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDemoSite, serveDemoSite } from '../local/demo/site-server.ts';
import { contestants } from './cli/contestants.ts';
import { type Flags, helpText, readFlags } from './cli/flags.ts';
import { readKnownFaults } from './cli/known-faults.ts';
import { unpackCommand } from './cli/own-command.ts';
import { executeRun, type Run } from './cli/run.ts';
import { buildStartRows, listStarts, type StartTimes, timeStarts } from './cli/start-up.ts';
import { summarize } from './cli/summary.ts';
import { describeResults, type Results } from './cli/table.ts';
import { writePeerLauncher } from './compare/chromium.ts';
import { installPeers, readPeerVersions } from './compare/peers.ts';
import { rotate } from './compare/schedule.ts';
import { describeMachine } from './machine.ts';

const START_ROUNDS = 15;

// Without these handlers, a signal would leave child processes running and temporary files on disk.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(helpText);
  } else {
    const { results, runs, starts } = await measure(flags);
    console.log(`\n${describeResults(results)}`);
    console.log(`\nWritten to ${await writeResults(results, runs, starts)}`);
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function measure(flags: Flags): Promise<{ results: Results; runs: Run[]; starts: StartTimes[] }> {
  const machine = await describeMachine();
  await installPeers(say);
  const folder = await mkdtemp(join(tmpdir(), 'bench-cli-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (flags.package === undefined) say('packing the CLI');
  const ours = await unpackCommand(join(folder, 'package'), flags.package);
  const chromedriver = process.env.CHROMEDRIVER;
  const taking = contestants.filter(
    ({ id, needsChromedriver }) =>
      flags.only.includes(id) && (!needsChromedriver || chromedriver !== undefined),
  );

  say('the start of the commands');
  const starts = await timeStarts(listStarts(ours.script), START_ROUNDS);

  const site = await serveDemoSite(undefined);
  const { pages } = await readDemoSite();
  const urls = ['/', ...pages].map((path) => new URL(path, site.url).href);
  const asked = { urls, chromium: await writePeerLauncher(folder), chromedriver, ours };
  const runs: Run[] = [];
  for (let round = 0; round <= flags.rounds; round++) {
    for (const contestant of rotate(taking, round).filter(({ roundsMax }) => round <= roundsMax)) {
      const concurrency =
        contestant.concurrency === 'cores' ? availableParallelism() : contestant.concurrency;
      // Round 0 unpacks our browser, and loads all files into the operating system's cache.
      if (round === 0 && !contestant.warmsUp) continue;
      say(`${contestant.title}, round ${round} of ${Math.min(flags.rounds, contestant.roundsMax)}`);
      const run = await executeRun(contestant, round, { ...asked, concurrency }, folder);
      if (round > 0) runs.push(run);
    }
  }
  await site.stop();

  const absent = contestants
    .filter(({ needsChromedriver }) => needsChromedriver && chromedriver === undefined)
    .map(({ title }) => `  ${title}: not measured, because CHROMEDRIVER is not the path of a ChromeDriver`);
  const results: Results = {
    takenAt: new Date().toISOString(),
    machine,
    ours: ours.title,
    versions: readPeerVersions(['@axe-core/puppeteer', 'lighthouse', 'pa11y', 'puppeteer-core']),
    startRounds: START_ROUNDS,
    starts: buildStartRows(starts),
    pages: urls.length,
    rows: summarize(runs, await readKnownFaults()),
    absent,
  };
  return { results, runs, starts };
}

/**
 * Writes the results to a file that git ignores.
 * @returns path of the file
 */
async function writeResults(
  results: Results,
  runs: readonly Run[],
  starts: readonly StartTimes[],
): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `cli-${results.takenAt.replaceAll(':', '-')}.json`);
  await writeFile(file, `${JSON.stringify({ ...results, startTimes: starts, runs }, null, 2)}\n`);
  return file;
}

function say(step: string): void {
  console.error(`measuring: ${step} …`);
}
