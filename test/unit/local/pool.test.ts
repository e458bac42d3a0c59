import { expect, it, vi } from 'vitest';
import { FunctionPool, type PoolOptions } from '../../../local/functions/pool.ts';
import type { LambdaFunction } from '../../../local/template/service.ts';

it('a function that is still prepared when the service stops is not started, and what was prepared is removed', async () => {
  const prepared = Promise.withResolvers<Awaited<ReturnType<PoolOptions['prepare']>>>();
  const release = vi.fn(async () => {});
  const options = { prepare: () => prepared.promise, maximum: 1, idleMilliseconds: 0 };
  const pool = new FunctionPool({} as LambdaFunction, options);
  const invoked = pool.invoke({}, { traceHeader: '' } as Parameters<FunctionPool['invoke']>[1]);
  await pool.close();
  // Without the other members, an environment cannot be started.
  prepared.resolve({ release } as unknown as Awaited<ReturnType<PoolOptions['prepare']>>);
  await expect(invoked).rejects.toThrow('the runtime is stopping');
  expect(release).toHaveBeenCalledOnce();
});
