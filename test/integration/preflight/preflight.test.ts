import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../../../admin/errors.ts';
import { countNeededConcurrency } from '../../../lib/needed-concurrency.ts';
import { resolveStageSettings } from '../../../lib/stage-settings.ts';
import { type PreflightOptions, parsePreflight } from '../../../scripts/preflight/command-line.ts';
import { runPreflight } from '../../../scripts/preflight/preflight.ts';

/** A stand-in for Lambda's GetAccountSettings. */
let lambda: Server;
let answer: { status: number; body: object };
const paths: string[] = [];

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
  await new Promise((resolve) => lambda.close(resolve));
});

function setQuota(total: number, reserved = 0): void {
  const AccountLimit = { ConcurrentExecutions: total, UnreservedConcurrentExecutions: total - reserved };
  answer = { status: 200, body: { AccountLimit } };
}

async function run(
  stage: PreflightOptions['stage'],
  ...others: PreflightOptions['others']
): Promise<{ exitCode: number; text: string }> {
  const lines: string[] = [];
  const exitCode = await runPreflight({ stage, others }, (line) => lines.push(line));
  return { exitCode, text: lines.join('\n') };
}

it('accepts an account with enough concurrency', async () => {
  setQuota(1_000);
  const { exitCode, text } = await run('prod');
  expect(text).toContain('1000 available of 1000');
  expect(exitCode).toBe(0);
  expect(paths).toEqual(['GET /2016-08-19/account-settings']);
});

it('refuses a region in which the service cannot run, before anybody requests a quota there', async () => {
  setQuota(1_000);
  process.env.AWS_REGION = 'me-central-1';
  try {
    const { exitCode, text } = await run('dev');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('in the region me-central-1')]);
    expect(text).not.toContain('fits');
  } finally {
    process.env.AWS_REGION = 'eu-central-1';
  }
});

it('says that a new account may be refused a distribution, and how to deploy without it', async () => {
  setQuota(1_000);
  const { text } = await run('dev');
  expect(text).toContain('"Your account must be verified before you can add new CloudFront resources"');
  expect(text).toContain('-c dashboard=off');
});

it.each(['dev', 'prod'] as const)('says for a new account what to request for %s', async (stage) => {
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

it('adds what other stages of the account need', async () => {
  const [dev, prod] = ['dev', 'prod'].map((stage) => countNeededConcurrency(resolveStageSettings(stage)));
  const both = (dev ?? 0) + (prod ?? 0);
  setQuota(both - 1);
  const alone = await run('prod');
  expect(alone.exitCode).toBe(0);
  expect(alone.text).toContain(
    `needs at most ${(dev ?? 0) - 1}. Other stages are not counted: name them with --with`,
  );
  const together = await run('prod', 'dev');
  expect(together.exitCode).toBe(1);
  expect(together.text).toContain(`The stage dev uses up to ${dev}`);
  expect(together.text).toContain(`--desired-value ${both}`);
  setQuota(both);
  expect(await run('prod', 'dev')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('fit together'),
  });
});

it('prints how many environments of tenants Lambda permits', async () => {
  setQuota(1_000);
  expect((await run('dev')).text).toContain(
    'Environments of tenants: at most 2500 in the account and region',
  );
});

it('parses its command line', () => {
  expect(parsePreflight([], {})).toEqual({ stage: 'dev', others: [] });
  expect(parsePreflight(['--stage', 'prod', '--with=dev'], {})).toEqual({ stage: 'prod', others: ['dev'] });
  expect(parsePreflight(['--help'], {})).toBe('help');
  expect(parsePreflight(['-h'], {})).toBe('help');
});

it.each<[string[], Record<string, string>, string]>([
  [['--stage'], {}, '--stage needs a stage: dev or prod'],
  [['--stage='], {}, '--stage needs a stage: dev or prod'],
  [['--stage', '--with', 'dev'], {}, '--stage needs a stage: dev or prod'],
  [['--stage', 'test'], {}, "Unknown stage 'test': use --stage with dev or prod"],
  [['--with', 'test'], {}, "Unknown stage 'test': use --with with dev or prod"],
  [['--with', 'dev'], {}, '--with dev repeats the stage: name only other stages'],
  [['prod'], {}, "Unexpected argument 'prod': run npm run preflight -- --stage prod"],
  [['--staeg', 'prod'], {}, 'Unknown flag --staeg'],
  [['--help=yes'], {}, '--help takes no value'],
  [[], { npm_config_stage: 'prod' }, 'npm did not pass on --stage: run npm run preflight -- --stage prod'],
  [
    ['prod'],
    { npm_config_stage: 'true' },
    "Unexpected argument 'prod': run npm run preflight -- --stage prod",
  ],
  [[], { npm_config_with: 'dev' }, 'npm did not pass on --with: run npm run preflight -- --with dev'],
])('refuses %j with %j: %s', (argv, env, message) => {
  expect(() => parsePreflight(argv, env)).toThrow(new UsageError(message));
});

it('ends after a wrong command line with exit code 2, one line and the usage', () => {
  const env = { ...process.env, npm_config_stage: undefined };
  const main = fileURLToPath(new URL('../../../scripts/preflight/main.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--stage'], {
    env,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^--stage needs a stage: dev or prod\.\n\nUsage: npm run preflight -- /);
});

it('names a profile that does not exist, and credentials that may not read the quota', async () => {
  const { AWS_ACCESS_KEY_ID, AWS_PROFILE } = process.env;
  delete process.env.AWS_ACCESS_KEY_ID;
  process.env.AWS_PROFILE = 'missing';
  process.env.AWS_EC2_METADATA_DISABLED = 'true';
  expect(await run('dev')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('The AWS profile missing does not exist, or has no credentials'),
  });
  process.env.AWS_ACCESS_KEY_ID = AWS_ACCESS_KEY_ID;
  if (AWS_PROFILE === undefined) delete process.env.AWS_PROFILE;
  else process.env.AWS_PROFILE = AWS_PROFILE;
  answer = {
    status: 403,
    body: { __type: 'AccessDeniedException', message: 'not lambda:GetAccountSettings' },
  };
  const { exitCode, text } = await run('dev');
  expect(exitCode).toBe(1);
  expect(text).toContain('These AWS credentials may not do this');
});
