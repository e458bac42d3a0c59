import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AXE_VERSION } from '../core/rule-sets/axe-rules.ts';
import { resolveRuleSets } from '../core/rule-sets/rule-sets.ts';
import { resolveStageSettings } from '../lib/stage-settings.ts';
import { synthesize } from '../local/synthesize.ts';
import { writePeerLauncher } from './compare/chromium.ts';
import { contestants } from './compare/contestants.ts';
import { type Flags, helpText, readFlags } from './compare/flags.ts';
import { buildParts } from './compare/parts.ts';
import { installPeers, readPeerVersions } from './compare/peers.ts';
import { executeRun, type Run } from './compare/run.ts';
import { schedule } from './compare/schedule.ts';
import { computeCosts, evaluateTargets, summarize } from './compare/summary.ts';
import { type Comparison, describeComparison } from './compare/table.ts';
import { describeMachine } from './machine.ts';
import { parsePagePath } from './site/pages.ts';
import { renderPage } from './site/render.ts';
import { serveSite } from './site/start.ts';

// Without these handlers, a signal would leave child processes running and temporary files on disk.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(helpText);
  } else {
    const { comparison, runs } = await compare(flags);
    console.log(`\n${describeComparison(comparison)}`);
    console.log(`\nWritten to ${await writeResults(comparison, runs)}`);
  }
  // Open servers and listeners must not keep the process running.
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function compare(flags: Flags): Promise<{ comparison: Comparison; runs: Run[] }> {
  const machine = await describeMachine();
  const participants = contestants.filter(({ id }) => flags.only.includes(id));
  await installPeers(say);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { ruleIds } = resolveRuleSets(['wcag21-aa', 'best-practice']);
  const jobDefaults = {
    origin: (await serveSite()).origin,
    ruleIds,
    chromium: await writePeerLauncher(folder),
    ...(flags.only.includes('service') && { assembly: await synthesizeStack(folder) }),
  };

  const runs: Run[] = [];
  const planned = schedule(buildParts(flags, participants));
  for (const [index, run] of planned.entries()) {
    const { contestant, group, concurrency, round } = run;
    say(
      `${index + 1} of ${planned.length}: ${contestant.title}, ${group}, ${concurrency} at once, round ${round}`,
    );
    runs.push(await executeRun(run, jobDefaults, folder));
  }

  const rows = summarize(runs, (path) => {
    const spec = parsePagePath(path);
    return spec === undefined ? [] : renderPage(spec).faults;
  });
  const { pagesPerChunk, memory } = resolveStageSettings('dev');
  const comparison: Comparison = {
    takenAt: new Date().toISOString(),
    machine,
    versions: readPeerVersions(['@axe-core/cli', '@lhci/cli']),
    axeVersion: AXE_VERSION,
    rules: ruleIds.length,
    rows,
    targets: evaluateTargets(rows, availableParallelism()),
    costs: computeCosts(
      rows,
      [...new Set([memory.browser, resolveStageSettings('prod').memory.browser])],
      pagesPerChunk,
    ),
  };
  return { comparison, runs };
}

async function synthesizeStack(folder: string): Promise<string> {
  say('synthesizing the stack');
  const assembly = join(folder, 'cdk.out');
  await synthesize(assembly);
  return assembly;
}

/**
 * Writes the results to a file that git ignores.
 * @returns path of the file
 */
async function writeResults(comparison: Comparison, runs: readonly Run[]): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `compare-${comparison.takenAt.replaceAll(':', '-')}.json`);
  // The findings take megabytes, and the rows summarize them.
  const single = runs.map(({ pages: _, ...run }) => run);
  await writeFile(file, `${JSON.stringify({ ...comparison, runs: single }, null, 2)}\n`);
  return file;
}

function say(step: string): void {
  console.error(`comparing: ${step} …`);
}
