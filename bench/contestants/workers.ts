import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { ContestantJob, PageFindings } from './contract.ts';

/** A process that scans batches of pages, one batch at a time. */
interface Worker {
  child: ChildProcess;
  scan(job: ContestantJob): Promise<PageFindings[]>;
}

/**
 * Starts one process for each concurrent page, as Lambda would.
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

/** Gives each worker the next batch when it has finished one. Returns the results in the order of the pages. */
export async function distributeBatches(workers: Worker[], job: ContestantJob, batches: string[][]) {
  const waiting = batches.map((paths) => ({ ...job, paths }));
  const done = new Map<string, PageFindings>();
  await Promise.all(
    workers.map(async (worker) => {
      for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
        for (const page of await worker.scan(batch)) done.set(page.path, page);
      }
    }),
  );
  return job.paths.map(
    (path) => done.get(path) ?? { path, findings: [], error: 'The page was not scanned.' },
  );
}

/** Distributes pages to groups in turn. */
export function splitInTurn(paths: string[], groups: number): string[][] {
  return Array.from({ length: groups }, (_, group) =>
    paths.filter((_path, index) => index % groups === group),
  );
}

/** Runs in the worker process. Reports that the worker is ready and scans each batch that it receives. */
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
