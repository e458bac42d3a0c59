import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMachine } from './machine.ts';
import { copyCheckout } from './measure/checkout.ts';
import { measureApiFunctions } from './measure/functions.ts';
import { timeScan } from './measure/scan.ts';
import { startService } from './measure/start.ts';
import { describeResults, type Results } from './report.ts';

/** Number of starts of each kind, and of scans. The median counts. */
const RUNS = 3;
const IMPORTS = 5;

// Without these handlers, a signal would leave child processes running and the copy on disk.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

try {
  const results = await measure();
  console.log(`\n${describeResults(results)}`);
  console.log(`\nWritten to ${await writeResults(results)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function measure(): Promise<Results> {
  const machine = await describeMachine();
  const starts: Results['starts'] = {
    first: { answersMs: [], usableMs: [] },
    later: { answersMs: [], usableMs: [] },
  };
  const checkout = await copyCheckout();
  const start = async (kind: keyof typeof starts) => {
    const service = await startService(checkout.folder, checkout.data);
    starts[kind].answersMs.push(service.answersAfterMs);
    starts[kind].usableMs.push(service.usableAfterMs);
    return service;
  };

  for (let run = 1; run <= RUNS; run++) {
    say(`first start ${run} of ${RUNS}`);
    await checkout.forget();
    const service = await start('first');
    // Wait for the demo scan of the last start: it unpacks the browser for the following starts.
    if (run === RUNS) await service.waitForOutput('Ctrl-C');
    await service.stop();
  }
  for (let run = 1; run <= RUNS; run++) {
    say(`later start ${run} of ${RUNS}`);
    await (await start('later')).stop();
  }

  say('scans');
  const running = await startService(checkout.folder, checkout.data, ['--no-demo']);
  const afterStartMs = await timeScan(running.service);
  const laterMs: number[] = [];
  for (let run = 1; run <= RUNS; run++) laterMs.push(await timeScan(running.service));
  await running.stop();

  say('functions');
  const functions = await measureApiFunctions(join(checkout.data, 'cdk.out'), IMPORTS);
  return {
    takenAt: new Date().toISOString(),
    machine,
    starts,
    scans: { afterStartMs, laterMs },
    functions,
  };
}

/**
 * Writes the results to a file that git ignores.
 * @returns path of the file
 */
async function writeResults(results: Results): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${results.takenAt.replaceAll(':', '-')}.json`);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

function say(step: string): void {
  console.error(`measuring: ${step} …`);
}
