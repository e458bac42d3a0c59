import { availableParallelism } from 'node:os';
import { InvokeCommand, InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runtime } from '../../../../local/runtime.ts';
import { getClientOptions } from '../../../../local/stand-ins/provision.ts';

/**
 * Defines tests of how functions are invoked by the API of Lambda.
 * @param environments `many` for tests that need as many as one function can have, each of which is a process
 */
export function testLambdaApi(runtimeOf: () => Runtime, environments: 'few' | 'many'): void {
  let runtime: Runtime;
  let lambda: LambdaClient;
  const arnOf = (part: string) => runtime.functions.findArn(part);

  beforeAll(() => {
    runtime = runtimeOf();
    lambda = new LambdaClient({
      ...getClientOptions(runtime.endpoints.lambda, runtime.credentials),
      maxAttempts: 1,
    });
  });
  afterAll(() => lambda?.destroy());

  interface Streamed {
    text: string;
    /** Number of parts in which the response came. */
    parts: number;
    complete: { ErrorCode?: string | undefined; ErrorDetails?: string | undefined } | undefined;
  }

  async function stream(event: { name: string; how?: string }, TenantId?: string): Promise<Streamed> {
    const Payload = Buffer.from(JSON.stringify(event));
    const command = new InvokeWithResponseStreamCommand({
      FunctionName: arnOf('Tenants'),
      TenantId,
      Payload,
    });
    const { EventStream = [] } = await lambda.send(command);
    const parts: Uint8Array[] = [];
    let complete: Streamed['complete'];
    for await (const { PayloadChunk, InvokeComplete } of EventStream) {
      if (PayloadChunk?.Payload) parts.push(PayloadChunk.Payload);
      complete = InvokeComplete ?? complete;
    }
    return { text: Buffer.concat(parts).toString(), parts: parts.length, complete };
  }

  /** Returns what the function says about its environment, and the files that it found. */
  async function ask(
    name: string,
    tenantId: string,
  ): Promise<{ pid: number; tenantId: string; files: string[] }> {
    const { text, complete } = await stream({ name }, tenantId);
    expect(complete?.ErrorDetails).toBeUndefined();
    const [who = '', files = ''] = text.split('\n');
    return { ...JSON.parse(who), files: JSON.parse(files) };
  }

  if (environments === 'many') {
    describe('the environments of a function', () => {
      it('keeps a limited number of warm environments, of the tenants that came last', async () => {
        const before = await ask('a', 'site_1');
        const enough = Math.max(4, 2 * availableParallelism());
        for (let at = 0; at < enough; at++) await ask('a', `site_many_${at}`);
        const last = await ask('b', `site_many_${enough - 1}`);
        expect(last.files).toEqual(['a']);
        const again = await ask('b', 'site_1');
        expect(again.pid).not.toBe(before.pid);
        expect(again.files).toEqual([]);
      });

      it('is refused while all environments are busy', async () => {
        const FunctionName = arnOf('Tenants');
        const Payload = Buffer.from(JSON.stringify({ name: 'x', how: 'hang' }));
        const many = Array.from({ length: 40 }, () =>
          lambda
            .send(new InvokeCommand({ FunctionName, TenantId: 'site_1', Payload }))
            .catch((error) => error.name),
        );
        const results = await Promise.all(many);
        expect(results).toContain('TooManyRequestsException');
        expect(results.filter((each) => typeof each !== 'string').length).toBeGreaterThan(0);
      });
    });
    return;
  }

  describe('a function that isolates tenants', () => {
    it('serves each tenant in environments of its own, which keep their processes and files', async () => {
      const first = await ask('a', 'site_1');
      expect(first).toMatchObject({ tenantId: 'site_1', files: [] });
      const other = await ask('b', 'site_2');
      expect(other).toMatchObject({ tenantId: 'site_2', files: [] });
      expect(other.pid).not.toBe(first.pid);
      expect(await ask('c', 'site_1')).toEqual({ pid: first.pid, tenantId: 'site_1', files: ['a'] });
      expect(await ask('d', 'site_2')).toEqual({ pid: other.pid, tenantId: 'site_2', files: ['b'] });
    });

    it('is not invoked in a warm environment that was just killed', async () => {
      await ask('a', 'site_1');
      runtime.functions.kill('Tenants');
      // Begins before the runtime learns that the process has ended.
      const invoked = runtime.functions.invokeByName(arnOf('Tenants'), { name: 'b' }, { tenantId: 'site_1' });
      await expect(invoked).resolves.toBeNull();
    });

    it('must be invoked for a tenant, and other functions must not', async () => {
      const withoutTenant = new InvokeCommand({ FunctionName: arnOf('Tenants'), Payload: Buffer.from('{}') });
      await expect(lambda.send(withoutTenant)).rejects.toMatchObject({
        name: 'InvalidParameterValueException',
      });
      await expect(stream({ name: 'a' })).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
      const plain = new InvokeCommand({ FunctionName: arnOf('Ticker'), TenantId: 'site_1' });
      await expect(lambda.send(plain)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
    });
  });

  describe('a response', () => {
    it('is streamed in the parts that the function wrote', async () => {
      const { parts, complete } = await stream({ name: 'x' }, 'site_1');
      expect(parts).toBe(2);
      expect(complete?.ErrorCode).toBeUndefined();
    });

    it('ends with the error if the function throws, and keeps what came before', async () => {
      const { text, complete } = await stream({ name: 'x', how: 'throw' }, 'site_1');
      expect(JSON.parse(text)).toMatchObject({ tenantId: 'site_1' });
      expect(complete).toMatchObject({ ErrorCode: 'RangeError', ErrorDetails: 'on purpose' });
    });

    it('ends with an error if the process ends, or takes too long', async () => {
      expect((await stream({ name: 'x', how: 'crash' }, 'site_1')).complete?.ErrorCode).toBe(
        'Runtime.ExitError',
      );
      expect((await stream({ name: 'x', how: 'hang' }, 'site_1')).complete?.ErrorCode).toBe(
        'Sandbox.Timedout',
      );
    });

    it('comes as a whole with Invoke, for streaming and other functions, with the error of the function', async () => {
      const payload = (how?: string) => Buffer.from(JSON.stringify({ name: 'x', how }));
      const invoke = (how?: string) =>
        lambda.send(
          new InvokeCommand({ FunctionName: arnOf('Tenants'), TenantId: 'site_1', Payload: payload(how) }),
        );
      const { Payload, FunctionError } = await invoke();
      expect(FunctionError).toBeUndefined();
      expect(Payload?.transformToString().split('\n')).toHaveLength(2);
      const failed = await invoke('throw');
      expect(failed.FunctionError).toBe('Unhandled');
      expect(JSON.parse(failed.Payload?.transformToString() ?? '')).toEqual({
        errorType: 'RangeError',
        errorMessage: 'on purpose',
      });
      const plain = await lambda.send(
        new InvokeCommand({ FunctionName: arnOf('Ticker'), Payload: payload() }),
      );
      expect(plain.Payload?.transformToString()).toBe('null');
    });
  });

  describe('an invocation', () => {
    it('of an unknown function is refused', async () => {
      const unknown = new InvokeCommand({ FunctionName: 'nobody' });
      await expect(lambda.send(unknown)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    });
  });
}
