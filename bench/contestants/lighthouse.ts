import { contest } from './contract.ts';
import { shareOut, startWorkers } from './workers.ts';

/** Lighthouse, accessibility only: a browser a page, as its command does, and a process for each page at a time. */
contest(async (job) => {
  const workers = await startWorkers('lighthouse-worker.ts', job.concurrency);
  const batches = job.paths.map((path) => [path]);
  return { work: () => shareOut(workers, job, batches) };
});
