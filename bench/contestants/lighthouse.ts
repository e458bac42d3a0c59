import { runContestant } from './contract.ts';
import { distributeBatches, startWorkers } from './workers.ts';

/** Lighthouse, accessibility only: one browser per page, as its command does, and one process per concurrent page. */
runContestant(async (job) => {
  const workers = await startWorkers('lighthouse-worker.ts', job.concurrency);
  const batches = job.paths.map((path) => [path]);
  return { work: () => distributeBatches(workers, job, batches) };
});
