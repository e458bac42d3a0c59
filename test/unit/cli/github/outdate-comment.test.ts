import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runGithubAction } from '../../../../cli/commands/github-action.ts';
import { renderOriginMarker } from '../../../../cli/github/footer.ts';
import type { Context } from '../../../../cli/host.ts';
import { type FakeHost, fakeHost } from '../../../support/cli-host.ts';
import { chatter, type FakeGitHub, startFakeGitHub } from '../../../support/fake-github.ts';

const TOKEN = 'ghs_token-of-the-job';
const COMMIT = '9f1c2ab0d3e4f5a6b7c8d9e0f1a2b3c4d5e6f708';
const SITE = 'site_01jd3k5m7n9p1q3r5s7t9v1w3x';
const OTHER_SITE = 'site_01jd3k5m7n9p1q3r5s7t9v1w4y';
const FOOTER = `<sub>Commit ${COMMIT}, [workflow run](https://github.com/acme/shop/actions/runs/77)</sub>`;
const UPDATED_NOT = '::notice title=The comment on the pull request was not changed::';
const buildMarker = (site: string) => `<!-- a11y-scan-report ${site} -->`;
const passedFor = (site: string) => `${buildMarker(site)}\n## Accessibility: the gate passed\n`;
/** Returns the comment that a run with these inputs has written. */
const passedIn = (env: Record<string, string>, site = SITE) =>
  `${passedFor(site)}\n${FOOTER}\n\n${renderOriginMarker(env)}\n`;

let folder: string;
let github: FakeGitHub;
let fake: FakeHost;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outdate-comment-'));
  github = await startFakeGitHub(TOKEN);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await github[Symbol.asyncDispose]();
});

/** Returns an existing comment, written by the job's own user unless set otherwise. */
function commented(body: string, login = 'github-actions[bot]') {
  github.comments.push({ id: github.comments.length + 1, body, user: { login } });
}

/** Runs the step with a fake invocation that has no report unless one is given. */
async function act(
  env: Record<string, string>,
  {
    code = 3,
    document = { error: { message: 'The service does not answer.' } },
    markdown,
  }: { code?: number; document?: object; markdown?: string } = {},
) {
  const head = { ref: 'x', sha: COMMIT, repo: { full_name: 'acme/shop' } };
  const base = { ref: 'main', repo: { full_name: 'acme/shop' } };
  writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 42, head, base } }));
  const job = {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '77',
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    RUNNER_TEMP: folder,
    A11Y_SCAN_API_KEY: 'key_x',
  };
  const pace = { requestTimeout: 2_000, backoff: 1, backoffMax: 1 };
  fake = fakeHost({ env: { ...job, ...env }, cwd: folder, pace });
  return runGithubAction({ host: fake.host } as Context, {
    run: async (argv, { onResult }) => {
      const path = argv.find((each) => each.startsWith('--output=markdown='))?.split('=')[2] ?? '';
      if (markdown !== undefined) writeFileSync(path, markdown);
      onResult?.(document);
      return code;
    },
  });
}

const bodies = () => github.comments.map(({ body }) => body);
const written = () => github.requests.filter((each) => /^(PATCH|POST \/repos)/.test(each));

describe('a run without a report', () => {
  test.each([
    ['usage', 2],
    ['service', 3],
    ['timeout', 4],
  ])(
    'that ends with %s replaces the result of an earlier commit with the words of the summary',
    async (ending, code) => {
      github.comments.push(...chatter(120));
      commented(passedFor(SITE));
      await expect(act({ A11Y_SCAN_SITE: SITE }, { code })).resolves.toBe(ending);
      const text = '## Accessibility: no result\n\n`The service does not answer.`\n';
      expect(bodies().at(-1)).toBe(
        `${buildMarker(SITE)}\n${text}\n${FOOTER}\n\n${renderOriginMarker({ A11Y_SCAN_SITE: SITE })}\n`,
      );
      expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe(text);
      expect(written()).toHaveLength(1);
      expect(fake.stdout()).toBe('');
    },
  );

  test('is followed by one that has a report, in the same comment', async () => {
    const env = { A11Y_SCAN_SITE: 'https://www.example.com/' };
    await act(env, { code: 0, markdown: passedFor(SITE) });
    await act(env);
    expect(bodies()).toEqual([expect.stringContaining('no result')]);
    await act(env, { code: 0, markdown: passedFor(SITE) });
    expect(bodies()).toEqual([passedIn(env)]);
  });

  test.each([
    ['another site', { A11Y_SCAN_SITE: 'https://other.example.com/' }],
    ['another job', { GITHUB_JOB: 'other' }],
    ['another workflow', { GITHUB_WORKFLOW: 'other' }],
    ['other flags', { A11Y_SCAN_ARGS: '--viewport mobile' }],
  ])('does not change the comment of a step with %s if only a URL is known', async (_what, other) => {
    const env = { A11Y_SCAN_SITE: 'https://www.example.com/' };
    commented(passedIn({ ...env, ...other }));
    const before = bodies();
    await act(env);
    expect(bodies()).toEqual(before);
  });

  test('creates no comment, and reads only existing ones', async () => {
    await act({});
    expect(bodies()).toEqual([]);
    expect(github.requests).toEqual(['GET /repos/acme/shop/issues/42/comments?per_page=100&page=1']);
    expect(fake.stdout()).toBe('');
  });

  test('does not change comments of other users, other keys and local scans, or comments that only quote the marker', async () => {
    commented(passedFor(SITE), 'mallory');
    commented(`<!-- a11y-scan-comment mobile -->${passedIn({})}`);
    commented(passedIn({}, 'local'));
    commented(`> ${passedIn({})}`);
    const before = bodies();
    await act({ A11Y_SCAN_SITE: SITE });
    await act({ A11Y_SCAN_COMMENT_KEY: 'desktop' });
    await act({});
    expect(bodies()).toEqual(before);
    await act({ A11Y_SCAN_COMMENT_KEY: 'mobile' });
    expect(bodies().map((body, at) => body !== before[at])).toEqual([false, true, false, false]);
    expect(bodies()[1]).toMatch(
      /^<!-- a11y-scan-comment mobile --><!-- a11y-scan-report site_\w+ -->\n## Accessibility: no result\n/,
    );
  });

  test.each([
    ['the input has its id', { A11Y_SCAN_SITE: SITE }, {}],
    ['the result has its id', { A11Y_SCAN_SITE: 'https://www.example.com/' }, { siteId: SITE }],
    ['the result has another id than the input', { A11Y_SCAN_SITE: OTHER_SITE }, { siteId: SITE }],
  ])('finds the comment of its site among others if %s', async (_what, env, ofScan) => {
    commented(passedFor(OTHER_SITE));
    commented(passedFor(SITE));
    const scan = { id: 'scan_01jd3k5m7n9p1q3r5s7t9v1w3x', reason: 'Planning failed.', ...ofScan };
    await act(env, { document: { scan } });
    expect(bodies()[0]).toBe(passedFor(OTHER_SITE));
    expect(bodies()[1]).toContain('`Planning failed.`');
  });

  test('finds the comment of local scans', async () => {
    commented(passedFor(SITE));
    commented(passedFor('local'));
    await act({ A11Y_SCAN_COMMAND: 'local', A11Y_SCAN_URLS: 'http://localhost:8080/' });
    expect(bodies()[0]).toBe(passedFor(SITE));
    expect(bodies()[1]).toContain('no result');
  });

  test.each([
    ['only a URL is known', { A11Y_SCAN_SITE: 'https://www.example.com/' }],
    [
      'flags name another site than the input',
      { A11Y_SCAN_SITE: SITE, A11Y_SCAN_ARGS: `--site ${OTHER_SITE}` },
    ],
  ])('changes none of several comments if %s, and says what to set', async (_what, env) => {
    commented(passedIn(env, OTHER_SITE));
    commented(passedIn(env));
    await act(env);
    expect(bodies()).toEqual([passedIn(env, OTHER_SITE), passedIn(env)]);
    expect(fake.stdout()).toMatch(new RegExp(`^${UPDATED_NOT}There are comments of several sites, `));
  });

  test('updates the oldest of several comments of one site, as a run with a report does', async () => {
    commented(passedIn({}));
    commented(passedIn({}));
    await act({});
    expect(bodies()[0]).toContain('no result');
    expect(bodies()[1]).toBe(passedIn({}));
  });

  test('does not change the comment if it was interrupted, or if comments are switched off', async () => {
    commented(passedFor(SITE));
    await expect(act({ A11Y_SCAN_SITE: SITE }, { code: 130 })).resolves.toBe('interrupted');
    await act({ A11Y_SCAN_SITE: SITE, A11Y_SCAN_COMMENT: 'false' });
    expect(bodies()).toEqual([passedFor(SITE)]);
    expect(github.requests).toEqual([]);
  });

  test('lists the comments again if the comment is reported as gone', async () => {
    commented(passedFor(SITE));
    github.faults.push(null, null, { status: 404 });
    await act({ A11Y_SCAN_SITE: SITE });
    expect(bodies()).toEqual([expect.stringContaining('no result')]);
    expect(fake.stdout()).toBe('');
  });

  test('ends with the exit code of the scan if the token may not write', async () => {
    commented(passedFor(SITE));
    github.faults.push(null, null, { status: 403 });
    await expect(act({ A11Y_SCAN_SITE: SITE })).resolves.toBe('service');
    expect(fake.stdout()).toMatch(new RegExp(`^${UPDATED_NOT}GitHub returned 403: fault\\. .*write`));
  });
});
