import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { ContestantJob, PageFindings } from './contract.ts';

/** A process that scans batches of pages, one batch at a time. */
interface Worker {
  child: ChildProcess;
  scan(job: ContestantJob): Promise<PageFindings[]>;
}

/**
 * Starts as many processes as there are pages at a time, as Lambda would.
 * @param module a file of this folder that calls `serveBatches`
 */
export async function startWorkers(module: string, count: number): Promise<Worker[]> {
  return Promise.all(Array.from({ length: count }, () => startWorker(module)));
}

async function startWorker(module: string): Promise<Worker> {
  const child = fork(join(import.meta.dirname, module));
  const answers: ((pages: PageFindings[] | Error) => void)[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
  });
  child.on('message', (pages: PageFindings[]) => answers.shift()?.(pages));
  child.on('exit', () => {
    for (const answer of answers) answer(new Error(`${module} ended before its work was done`));
  });
  return {
    child,
    async scan(job) {
      child.send(job);
      const pages = await new Promise<PageFindings[] | Error>((resolve) => answers.push(resolve));
      if (pages instanceof Error) throw pages;
      return pages;
    },
  };
}

/** Lets each worker take the next batch when it has done one, and puts the results in the order of the pages. */
export async function shareOut(workers: Worker[], job: ContestantJob, batches: string[][]) {
  const waiting = batches.map((paths) => ({ ...job, paths }));
  const done = new Map<string, PageFindings>();
  await Promise.all(
    workers.map(async (worker) => {
      for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
        for (const page of await worker.scan(batch)) done.set(page.path, page);
      }
    }),
  );
  return job.paths.map((path) => done.get(path) ?? { path, findings: [], error: 'It was not scanned.' });
}

/** Deals pages out in turn. */
export function dealt(paths: string[], hands: number): string[][] {
  return Array.from({ length: hands }, (_, hand) => paths.filter((_path, at) => at % hands === hand));
}

/** The other side of a worker: ready when this is called. */
export function serveBatches(scan: (job: ContestantJob) => Promise<PageFindings[]>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async (job: ContestantJob) => {
    try {
      process.send?.(await scan(job));
    } catch (error) {
      console.error(`${dirname(import.meta.dirname)}: ${error instanceof Error ? error.stack : error}`);
      process.exit(1);
    }
  });
  process.send?.('ready');
}
