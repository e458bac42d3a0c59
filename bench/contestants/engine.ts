import { contest } from './contract.ts';
import { dealt, shareOut, startWorkers } from './workers.ts';

/** The engine alone: each process scans its share of the pages as one chunk, that is, in one browser. */
contest(async (job) => {
  const workers = await startWorkers('engine-worker.ts', job.concurrency);
  return { work: () => shareOut(workers, job, dealt(job.paths, job.concurrency)) };
});
