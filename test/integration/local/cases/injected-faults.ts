import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Runtime } from '../../../../local/runtime.ts';
import type { Faults } from '../../../../local/runtime-options.ts';
import { client, itemReader, until } from '../fixtures/client.ts';

/** Defines tests of the faults that a runtime injects. `set` sets its faults. */
export function testInjectedFaults(runtimeOf: () => Runtime, set: (faults: Faults) => void): void {
  describe('injected faults', () => {
    let call: ReturnType<typeof client>;
    let item: ReturnType<typeof itemReader>;
    beforeAll(() => {
      call = client(runtimeOf().baseUrl);
      item = itemReader(call);
    });
    afterEach(() => set({}));

    const stored = (id: string) =>
      until(`object ${id}`, async () =>
        (await call('GET', `/objects/${id}`)).status === 200 ? true : undefined,
      );

    it('fail a call, which the function’s own client retries', async () => {
      let failures = 0;
      set({
        failCall: (name, { action }) =>
          name.startsWith('Worker') && action === 'PutObject' && ++failures === 1,
      });
      await call('POST', '/messages', { id: 'failed' });
      await stored('failed');
      expect(failures).toBe(2);
      expect((await item('failed'))?.count).toBe(1);
    });

    it('kill a function after each of its writes: the write is stored, the function gets no response', async () => {
      const writes: string[] = [];
      let before = 0;
      set({
        killAfterCall: (name, nth, { service, action }) => {
          if (!name.startsWith('Worker')) return false;
          if (writes.length === 0) before = nth - 1;
          writes.push(`${nth - before} ${service} ${action}`);
          return nth - before === 1 || nth - before === 3;
        },
      });
      await call('POST', '/messages', { id: 'killed' });
      await until('the first write', async () => (writes.length === 1 ? true : undefined));
      // The visibility timeout may be minutes; the runtime notices the kill a moment after the write.
      await until('the object', async () => {
        runtimeOf().releaseInFlight('Work');
        return (await call('GET', '/objects/killed')).status === 200 ? true : undefined;
      });
      expect(writes).toEqual(['1 dynamodb UpdateItem', '2 dynamodb UpdateItem', '3 s3 PutObject']);
      expect((await item('killed'))?.count).toBe(2);
    });

    // The last test, because the second delivery may still write when the test ends.
    it('deliver every message twice', async () => {
      set({ deliverTwice: () => true });
      await call('POST', '/messages', { id: 'twice' });
      await until('the second delivery', async () => ((await item('twice'))?.count === 2 ? true : undefined));
    });
  });
}
