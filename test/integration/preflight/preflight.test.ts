import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countNeededConcurrency } from '../../../lib/needed-concurrency.ts';
import { resolveStageSettings } from '../../../lib/stage-settings.ts';
import { runPreflight } from '../../../scripts/preflight/preflight.ts';

/** A stand-in for Lambda's GetAccountSettings. */
let lambda: Server;
let answer: { status: number; body: object };
const paths: string[] = [];
const before = { ...process.env };

beforeAll(async () => {
  lambda = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => lambda.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
  });
});
afterAll(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  await new Promise((resolve) => lambda.close(resolve));
});

function setQuota(total: number, reserved = 0): void {
  const AccountLimit = { ConcurrentExecutions: total, UnreservedConcurrentExecutions: total - reserved };
  answer = { status: 200, body: { AccountLimit } };
}

async function run(stage: string): Promise<{ exitCode: number; text: string }> {
  const lines: string[] = [];
  const exitCode = await runPreflight(stage, (line) => lines.push(line));
  return { exitCode, text: lines.join('\n') };
}

it('accepts an account with enough concurrency', async () => {
  setQuota(1_000);
  const { exitCode, text } = await run('prod');
  expect(text).toContain('1000 available of 1000');
  expect(exitCode).toBe(0);
  expect(paths).toEqual(['GET /2016-08-19/account-settings']);
});

it.each(['dev', 'prod'])('says for a new account what to request for %s', async (stage) => {
  setQuota(10);
  const needed = countNeededConcurrency(resolveStageSettings(stage));
  const { exitCode, text } = await run(stage);
  expect(exitCode).toBe(1);
  expect(text).toContain(
    `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --region eu-central-1 --desired-value ${needed}`,
  );
});

it('requests more if other functions of the account reserve a part', async () => {
  setQuota(100, 80);
  const needed = countNeededConcurrency(resolveStageSettings('dev'));
  expect((await run('dev')).text).toContain(`--desired-value ${needed + 80}`);
});

it('names an unknown stage, and credentials that may not read the quota', async () => {
  expect(await run('test')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining("Unknown stage 'test'"),
  });
  answer = {
    status: 403,
    body: { __type: 'AccessDeniedException', message: 'not lambda:GetAccountSettings' },
  };
  const { exitCode, text } = await run('dev');
  expect(exitCode).toBe(1);
  expect(text).toContain('These AWS credentials may not do this');
});
