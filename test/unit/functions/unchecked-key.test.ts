import type { APIGatewayRequestAuthorizerEvent, Context } from 'aws-lambda';
import { afterEach, expect, it, vi } from 'vitest';

const VERIFIER = '../../../functions/authorize/verify-caller.ts';

afterEach(() => {
  vi.doUnmock(VERIFIER);
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Lets the authorizer deny a call, and returns the metrics that it writes to the log. */
async function readMetrics(code: string): Promise<unknown[]> {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'test');
  // Other files of the process disable metrics, or create their recorder without a namespace.
  vi.stubEnv('POWERTOOLS_DEV', undefined);
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', undefined);
  vi.resetModules();
  vi.doMock(VERIFIER, () => ({
    createCallerVerifier: () => async () => ({ kind: 'denied', code, keyId: undefined }),
  }));
  const { createHandler } = await import('../../../functions/authorize/handler.ts');
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const variables = { TABLE_NAME: 'table', AUDIT_TABLE_NAME: 'audit', ORIGIN_SECRET: '' };
  const event = { headers: {}, requestContext: { requestId: 'one' }, methodArn: 'arn' };
  await createHandler(variables)(event as unknown as APIGatewayRequestAuthorizerEvent, {} as Context);
  vi.restoreAllMocks();
  return written.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));
}

it('a key that is not checked is counted over all functions, for the alarm on a flood of wrong keys', async () => {
  expect(await readMetrics('too-many-wrong-keys')).toMatchObject([{ UncheckedKeys: 1, service: 'all' }]);
});

it('a wrong key that was checked is not counted', async () => {
  expect(await readMetrics('key-unknown')).toEqual([]);
});
