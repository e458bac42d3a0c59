import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderOriginMarker } from '../../../../cli/github/footer.ts';
import { publishComment } from '../../../../cli/github/publish-comment.ts';
import type { Host } from '../../../../cli/host.ts';
import type { Pipeline } from '../../../../cli/pipeline/pipeline.ts';
import { fakeHost } from '../../../support/cli-host.ts';
import { chatter, type FakeGitHub, startFakeGitHub } from '../../../support/fake-github.ts';

const TOKEN = 'ghs_token-of-the-job';
const MARKER = '<!-- a11y-scan-report site_01jd3k5m7n9p1q3r5s7t9v1w3x -->';
const COMMIT = '9f1c2ab0d3e4f5a6b7c8d9e0f1a2b3c4d5e6f708';
const pipeline: Pipeline = {
  name: 'github',
  label: 'GitHub Actions',
  metadata: { pullRequest: '42', commit: COMMIT },
  fromFork: false,
};

let github: FakeGitHub;
beforeEach(async () => {
  github = await startFakeGitHub(TOKEN);
});
afterEach(() => github[Symbol.asyncDispose]());

function hostOf(env: Record<string, string> = {}): Host {
  const job = {
    GITHUB_TOKEN: TOKEN,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '77',
  };
  const pace = { requestTimeout: 2_000, backoff: 1, backoffMax: 1 };
  return fakeHost({ env: { ...job, ...env }, cwd: '/', pace }).host;
}

const share = (text: string, { key = '', env = {} } = {}) =>
  publishComment(hostOf(env), pipeline, `${MARKER}\n${text}\n`, key);
const ours = () => github.comments.filter(({ body }) => body.includes(MARKER));

test('creates a comment in the first run and updates it in later ones, also if it is on a later result page', async () => {
  github.comments.push(...chatter(150));
  await expect(share('First')).resolves.toBeNull();
  github.comments.push(...chatter(20));
  await expect(share('Second')).resolves.toBeNull();
  expect(github.comments).toHaveLength(171);
  expect(ours().map(({ body }) => body)).toEqual([
    `${MARKER}\nSecond\n\n<sub>Commit ${COMMIT}, [workflow run](https://github.com/acme/shop/actions/runs/77)</sub>\n\n${renderOriginMarker({})}\n`,
  ]);
  expect(github.requests.filter((each) => each.startsWith('PATCH'))).toHaveLength(1);
});

test('never updates a comment of another user, even if it begins with the marker', async () => {
  github.comments.push({ id: 1, body: `${MARKER}\nLooks good!`, user: { login: 'mallory' } });
  github.comments.push({ id: 2, body: `> ${MARKER}\nquoted`, user: { login: 'github-actions[bot]' } });
  await share('Ours');
  expect(github.comments.map(({ body }) => body.split('\n')[1])).toEqual(['Looks good!', 'quoted', 'Ours']);
});

test('writes a separate comment for each site, and for each comment key of scans of one site', async () => {
  await share('All');
  await share('Mobile', { key: 'mobile' });
  await publishComment(hostOf(), pipeline, `${MARKER.replace('3x', '4y')}\nOther site\n`, '');
  await share('All again');
  await share('Mobile again', { key: 'mobile' });
  expect(github.comments.map(({ body }) => body.split('\n')[1])).toEqual([
    'All again',
    'Mobile again',
    'Other site',
  ]);
});

test('assumes the user of workflows if GitHub does not report the user of the token', async () => {
  await using plain = await startFakeGitHub(TOKEN, null);
  const env = { GITHUB_API_URL: plain.url, GITHUB_GRAPHQL_URL: `${plain.url}/graphql` };
  await share('First', { env });
  await share('Second', { env });
  expect(plain.comments.map(({ body }) => body.split('\n')[1])).toEqual(['Second']);
});

test('finds and reuses a comment that was created although the response was an error', async () => {
  github.faults.push(null, { status: 502 });
  const first = share('Once');
  await expect(first).resolves.toBeNull();
  github.faults.push(null, null, { status: 404 });
  await expect(share('Twice')).resolves.toBeNull();
  expect(ours()).toHaveLength(1);
});

test('waits for a rate limit if it is short', async () => {
  github.faults.push({ status: 403, headers: { 'Retry-After': '0' } });
  await expect(share('Patient')).resolves.toBeNull();
  expect(ours()).toHaveLength(1);
});

test.each([
  [{ status: 403, body: '{"message":"Resource not accessible by integration"}' }, /pull-requests: write/],
  [{ status: 429, headers: { 'Retry-After': '3600' } }, /429/],
  [{ status: 301, headers: { Location: 'https://elsewhere.example.com/' } }, /301/],
  [{ status: 422, body: 'not JSON' }, /422/],
])('reports %o, does not throw, and does not retry', async (fault, reason) => {
  github.faults.push(fault);
  await expect(share('Never')).resolves.toMatch(reason);
  expect(github.requests).toHaveLength(1);
});

test('gives up if GitHub keeps failing, and reveals nothing of the token', async () => {
  github.faults.push(...Array.from({ length: 9 }, () => ({ status: 500 })));
  const why = await share('Never');
  expect(why).toMatch(/500/);
  expect(why).not.toContain(TOKEN);
  expect(github.requests).toHaveLength(3);
});

test('does not send the token over plain HTTP to another machine', async () => {
  const env = { GITHUB_API_URL: 'http://github.example.com', GITHUB_GRAPHQL_URL: '' };
  await expect(share('Never', { env })).resolves.toMatch(/HTTPS/);
});

test.each([
  ['no pull request', { pullRequest: undefined }, {}],
  ['a pull request that is not a number', { pullRequest: '42/../../1' }, {}],
  ['an invalid repository', {}, { GITHUB_REPOSITORY: 'acme/shop/../..' }],
])('sends no request with %s', async (_what, metadata, env) => {
  const merged = { ...pipeline.metadata, ...metadata } as Pipeline['metadata'];
  const why = await publishComment(hostOf(env), { ...pipeline, metadata: merged }, `${MARKER}\n`, '');
  expect(why).toBeNull();
  expect(github.requests).toEqual([]);
});

test('writes no comment without a token', async () => {
  await expect(share('Never', { env: { GITHUB_TOKEN: '' } })).resolves.toMatch(/no token/);
});
