import { contest } from './contract.ts';
import { dealt, shareOut, startWorkers } from './workers.ts';

/** The floor of the engine, shared out as the engine is. */
contest(async (job) => {
  const workers = await startWorkers('floor-worker.ts', job.concurrency);
  return { work: () => shareOut(workers, job, dealt(job.paths, job.concurrency)) };
});
