import { runContestant } from './contract.ts';
import { distributeBatches, splitInTurn, startWorkers } from './workers.ts';

/**
 * The engine's steps without overhead, distributed to processes like the engine. The processes start with
 * `floor-worker.ts`, which is a file of its own for that reason.
 */
runContestant(async (job) => {
  const workers = await startWorkers('floor-worker.ts', job.concurrency);
  return { work: () => distributeBatches(workers, job, splitInTurn(job.paths, job.concurrency)) };
});
