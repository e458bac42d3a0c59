import { runContestant } from './contract.ts';
import { distributeBatches, splitInTurn, startWorkers } from './workers.ts';

/**
 * The engine alone: each process scans its share of the pages as one chunk, that is, in one browser. The processes
 * start with `engine-worker.ts`, which is a file of its own for that reason.
 */
runContestant(async (job) => {
  const workers = await startWorkers('engine-worker.ts', job.concurrency);
  return { work: () => distributeBatches(workers, job, splitInTurn(job.paths, job.concurrency)) };
});
