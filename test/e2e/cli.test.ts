import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runTrigger } from '../../cli/commands/trigger.ts';
import type { CliError } from '../../cli/errors.ts';
import { run } from '../../cli/run.ts';
import { Secret } from '../../cli/settings/secret.ts';
import type { Settings } from '../../cli/settings/settings.ts';
import { openTerminal } from '../../cli/terminal/open-terminal.ts';
import { createSecret, formatApiKey } from '../../core/access/api-key.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { createId } from '../../core/ids.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { type FakeHost, fakeHost } from '../support/cli-host.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../support/small-site.ts';

const CONFIG_FILE = 'a11y-scan.config.json';
const DAY_MS = 86_400_000;
/** Retries requests at once, so that a failing call fails quickly. */
const quick = { attempts: 3, backoff: 5, backoffMax: 10, retryAfterMax: 3_000 };

let service: TestService;
let proxy: FaultProxy;
let folder: string;
let site: SmallSite;
/** Does not answer, so the plan of its scan does not end until the scan is cancelled or the site is stopped. */
let slowSite: SmallSite;
let accountId: string;
let scanner: TestKey;
let manager: TestKey;
let siteId: string;
let slowSiteId: string;
/** A run that ends with a failed gate. It runs once; many tests show its report again. */
let failing: Ended;
let failingScan: string;

/** The output of every invocation, and every key that an invocation got. */
const outputs: string[] = [];
const keys: string[] = [];

interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

interface Invocation {
  key?: TestKey | string | null;
  apiUrl?: string;
  env?: Record<string, string>;
  pace?: Record<string, number>;
}

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SHA: '4f1c2ab9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f',
  GITHUB_REF: 'refs/heads/feature/menu',
  GITHUB_REF_NAME: 'feature/menu',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_EVENT_NAME: 'push',
};

/** Starts an invocation of the command in this process. */
function start(argv: string[], given: Invocation = {}): { host: FakeHost; ended: Promise<Ended> } {
  const key = given.key === undefined ? scanner : given.key;
  const value = typeof key === 'string' || key === null ? key : key.value;
  if (value !== null) keys.push(value);
  const env = {
    A11Y_SCAN_API_URL: given.apiUrl ?? proxy.apiUrl,
    ...(value === null ? {} : { A11Y_SCAN_API_KEY: value }),
    ...given.env,
  };
  const host = fakeHost({ env, cwd: folder, pace: { ...quick, ...given.pace } });
  const ended = run(argv, host.host).then((exitCode) => {
    const end = { exitCode, stdout: host.stdout(), stderr: host.stderr() };
    outputs.push(end.stdout, end.stderr);
    return end;
  });
  return { host, ended };
}

const invoke = (argv: string[], given?: Invocation) => start(argv, given).ended;

/**
 * Returns a key with these members; it is valid for 60 days by default, so no warning about its expiry is printed.
 */
async function createKey(record: Partial<KeyRecord>): Promise<TestKey> {
  return service.key(accountId, { expiresAt: new Date(Date.now() + 60 * DAY_MS).toISOString(), ...record });
}

const posts = (path: RegExp) =>
  proxy.requests.filter((request) => request.method === 'POST' && path.test(request.path));
const triggers = () => posts(/\/scans$/);
const cancels = () => posts(/\/cancel$/);

async function makeSite(name: string, url: string): Promise<string> {
  return (await manager.client.call('POST', '/sites', { body: { name, url } })).json.id;
}

async function startSlowSite(): Promise<void> {
  slowSite = await servePages({ '/': ONE_PICTURE }, { isHeld: () => true });
  slowSiteId = await makeSite('Slow', slowSite.url);
}

/** Returns the scans of the slow site, newest first. */
async function listSlowScans(): Promise<ScanView[]> {
  return (await scanner.client.call('GET', `/sites/${slowSiteId}/scans`)).json.items;
}

/** Waits until an invocation has written a text to standard error. */
async function waitForStderr({ host, ended }: ReturnType<typeof start>, text: string): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  ended.then(over, over);
  while (!isOver && !host.stderr().includes(text)) await sleep(50);
  expect(host.stderr()).toContain(text);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'));
  // Without the checks of the service itself, which nothing here depends on: most scans then take half the time.
  await writeFile(join(folder, CONFIG_FILE), JSON.stringify({ config: { checks: 'axe' } }));
  [service, site] = await Promise.all([
    sharedService(),
    servePages({
      '/': ONE_PICTURE.replace('</main>', '<a href="/clean">Clean</a></main>'),
      '/clean': '<!doctype html><html lang="en"><title>Clean</title><main><h1>Clean</h1></main></html>',
    }),
  ]);
  proxy = await startFaultProxy(service.runtime.baseUrl);
  accountId = await service.account();
  scanner = await createKey({ role: 'scanner' });
  manager = await createKey({ role: 'manager' });
  siteId = await makeSite('Shop', site.url);
  await startSlowSite();
  failing = await invoke(
    [
      'trigger',
      '--site',
      site.url,
      '--fail-on',
      'any=serious',
      '--output',
      'json=out/a.json',
      '--output',
      'junit=a.xml',
    ],
    { env: github },
  );
  failingScan = /scan_[0-9a-z]{26}/.exec(failing.stderr)?.[0] ?? '';
});
afterEach(() => proxy?.reset());
afterAll(async () => {
  await proxy?.stop();
  await site?.stop();
  await slowSite?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a run whose gate fails', () => {
  it('exits with 1, and shows the new findings and the command that shows the report again', () => {
    expect([failing.exitCode, failing.stderr]).toEqual([1, expect.stringContaining(failingScan)]);
    expect(failing.stdout).toContain('Gate failed');
    expect(failing.stdout).toMatch(/alternative text/i);
    expect(failing.stdout).toContain(`a11y-scan report ${failingScan}`);
  });

  it('writes the outputs; the JSON report equals the stored report byte by byte', async () => {
    const { json: link } = await scanner.client.call(
      'GET',
      `/scans/${failingScan}/report?delivery=link&format=json`,
    );
    const kept = Buffer.from(await (await fetch(link.url)).arrayBuffer());
    expect((await readFile(join(folder, 'out/a.json'))).equals(kept)).toBe(true);
    expect(await readFile(join(folder, 'a.xml'), 'utf8')).toContain('<testsuites');
    expect((await readdir(folder)).sort()).toEqual(['a.xml', CONFIG_FILE, 'out']);
  });

  it('sends commit and branch of the CI pipeline, which appear in scan, report and list', async () => {
    const { json } = await scanner.client.call(
      'GET',
      `/sites/${siteId}/scans?commit=${github.GITHUB_SHA.slice(0, 9)}`,
    );
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual([failingScan]);
    const report: Report = JSON.parse(await readFile(join(folder, 'out/a.json'), 'utf8'));
    expect(report.scan.config.metadata).toEqual({ branch: 'feature/menu', commit: github.GITHUB_SHA });
    expect(failing.stdout).toContain(github.GITHUB_SHA.slice(0, 7));
  });
});

describe('a run whose gate passes', () => {
  it('exits with 0, is compared with the previous run, and prints one JSON document with --json', async () => {
    const { exitCode, stdout, stderr } = await invoke(
      ['trigger', '--site', siteId, '--json', '--branch', 'feature/menu', '--commit', '0123456789abcdef'],
      { env: github },
    );
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('scan_')]);
    expect(JSON.parse(stdout)).toMatchObject({
      ending: 'passed',
      exitCode: 0,
      scan: { siteId, status: 'completed', reason: null },
      gate: { result: 'passed' },
      comparison: { baseline: { scanId: failingScan }, violations: { new: 0, unchanged: 1 } },
      outputs: [],
      warnings: [],
    });
    const sent = triggers();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a run whose scan fails', () => {
  it('exits with 3 and shows the reason', async () => {
    const nowhere = await servePages({});
    await nowhere.stop();
    const { exitCode, stdout, stderr } = await invoke([
      'trigger',
      '--site',
      await makeSite('Nowhere', nowhere.url),
      '--output',
      'html=none.html',
    ]);
    expect([exitCode, stdout]).toEqual([
      3,
      expect.stringMatching(/Scan failed: No page of the scan could be scanned/),
    ]);
    expect(stderr).not.toContain('bug in');
  });
});

describe('report', () => {
  it('shows a scan again, exits by its gate, and sends the key to the API only', async () => {
    const { exitCode, stdout } = await invoke(['report', failingScan, '--output', 'sarif=again.sarif']);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('Gate failed')]);
    expect(JSON.parse(await readFile(join(folder, 'again.sarif'), 'utf8')).version).toBe('2.1.0');
    const links = proxy.requests.filter(({ path }) => path.startsWith('/link/'));
    expect(links.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(links)).not.toContain(scanner.value);
    expect(
      proxy.requests.filter((each) => each.headers['x-api-key'] === scanner.value).length,
    ).toBeGreaterThan(2);
    expect(triggers()).toEqual([]);
  });

  it('writes a report format to standard output, and all other text to standard error', async () => {
    const { exitCode, stdout, stderr } = await invoke(['report', failingScan, '--output', 'json=-']);
    expect([exitCode, JSON.parse(stdout).scan.id]).toEqual([1, failingScan]);
    expect(stderr).toContain('Gate failed');
  });
});

describe('the commands sites and rule-sets', () => {
  it('list sites and rule sets, as text and as JSON', async () => {
    const table = await invoke(['sites']);
    expect(table.stdout.split('\n')[0]).toMatch(/^ID +NAME +URL$/);
    expect(table.stdout).toMatch(new RegExp(`^${siteId} +Shop +${site.url}$`, 'm'));
    const list = JSON.parse((await invoke(['sites', '--json'])).stdout);
    expect(list.sites.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([siteId, slowSiteId]),
    );
    const ofService = await invoke(['rule-sets']);
    expect([ofService.exitCode, ofService.stdout]).toEqual([
      0,
      expect.stringMatching(/^wcag-aa +\d+ +WCAG 2\.2$/m),
    ]);
    expect(ofService.stderr).toContain('of the service');
    const own = await invoke(['rule-sets'], { key: null });
    expect([own.stdout, own.stderr]).toEqual([ofService.stdout, expect.stringContaining('of a11y-scan')]);
  });
});

/** What to expect of an error: exit code, problem code, message and hint. */
interface Expected {
  exitCode: number;
  code: string;
  message: RegExp;
  hint: RegExp;
}

/** Checks the error as text and as JSON. */
async function expectError(argv: string[], given: Invocation, expected: Expected): Promise<Ended> {
  const ended = await invoke([...argv, '--json'], given);
  const { error } = JSON.parse(ended.stdout);
  const all = `${error.message}\n${error.hint ?? ''}`;
  expect({ exitCode: ended.exitCode, code: error.code, message: error.message, all }).toEqual({
    exitCode: expected.exitCode,
    code: expected.code,
    message: expect.stringMatching(expected.message),
    all: expect.stringMatching(expected.hint),
  });
  expect(ended.stderr).toContain(error.message.split('\n')[0]);
  expect(ended.stderr).not.toMatch(/bug in a11y-scan|\n {4}at /);
  return ended;
}

const show = () => ['report', failingScan];

describe('a service that cannot be reached', () => {
  it('is reported when nothing listens at its address', async () => {
    const closed = await startFaultProxy(proxy.apiUrl);
    await closed.stop();
    const { host } = new URL(closed.apiUrl);
    const expected = { exitCode: 3, code: 'refused', message: new RegExp(host), hint: /./ };
    await expectError(show(), { apiUrl: closed.apiUrl }, expected);
  });

  it('is reported when its name does not resolve', async () => {
    const expected = { exitCode: 3, code: 'dns', message: /x\.invalid/, hint: /./ };
    await expectError(show(), { apiUrl: 'https://x.invalid/api/v1' }, expected);
  });

  it('is reported when it stops responding before the headers or within the body', async () => {
    const expected = { exitCode: 3, code: 'timeout', message: /did not|no response/i, hint: /./ };
    proxy.fault({}, { kind: 'hang' });
    await expectError(show(), { pace: { requestTimeout: 200 } }, expected);
    expect(proxy.requests).toHaveLength(quick.attempts);
    proxy.reset();
    proxy.fault({}, { kind: 'hang-in-body', afterBytes: 10 });
    await expectError(show(), { pace: { requestTimeout: 500 } }, expected);
  });

  it('is reported when it resets the connection or truncates its responses', async () => {
    const expected = {
      exitCode: 3,
      code: 'cut-off',
      message: /was lost before the response was complete/,
      hint: /./,
    };
    proxy.fault({}, { kind: 'reset' });
    await expectError(show(), {}, expected);
    proxy.fault({}, { kind: 'cut-off', afterBytes: 10 });
    await expectError(show(), {}, expected);
  });

  it('is reported when another server answers, such as a login page', async () => {
    proxy.fault({}, { kind: 'answer', status: 200, body: '<!doctype html><title>Please log in</title>' });
    await expectError(
      show(),
      {},
      { exitCode: 3, code: 'not-the-api', message: /HTML|text\/html|not/i, hint: /URL|proxy/i },
    );
  });

  it('is reported when it redirects, and the key is not sent to the target', async () => {
    const headers = { Location: `${proxy.apiUrl}/elsewhere` };
    proxy.fault({ path: /scans/ }, { kind: 'answer', status: 307, headers });
    await expectError(
      show(),
      {},
      { exitCode: 3, code: 'redirected', message: /redirect|elsewhere|leads/i, hint: /URL|proxy/i },
    );
    expect(proxy.requests.filter(({ path }) => path.endsWith('/elsewhere'))).toEqual([]);
  });

  it('is reported when its clock differs from that of this machine', async () => {
    proxy.fault({}, { kind: 'headers', headers: { date: 'Wed, 01 Jan 2020 00:00:00 GMT' } });
    const { exitCode, stderr } = await invoke(show());
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/clock/)]);
  });
});

describe('a service that answers with errors', () => {
  it('is called again, and the run then succeeds', async () => {
    proxy.fault({ path: /scans\/scan_/, times: 2 }, { kind: 'answer', status: 500 });
    expect((await invoke(show())).exitCode).toBe(1);
    proxy.fault({ path: /^\/link/, times: 2 }, { kind: 'cut-off', afterBytes: 500 });
    expect((await invoke(show())).exitCode).toBe(1);
    proxy.fault({ times: 1 }, { kind: 'answer', status: 429, headers: { 'Retry-After': '1' } });
    proxy.fault({ times: 1 }, { kind: 'answer', status: 429 });
    expect((await invoke(show())).exitCode).toBe(1);
  });

  it.each<[string, Parameters<FaultProxy['fault']>[1], Expected, number]>([
    [
      'answers 500 permanently',
      { kind: 'answer', status: 500 },
      { exitCode: 3, code: 'not-the-api', message: /500/, hint: /./ },
      quick.attempts,
    ],
    [
      'answers 429 permanently',
      { kind: 'answer', status: 429, body: problem(429, 'rate-limited') },
      { exitCode: 3, code: 'rate-limited', message: /./, hint: /fewer pipelines|keys of their own/ },
      quick.attempts,
    ],
    [
      'requires a longer pause than allowed',
      {
        kind: 'answer',
        status: 429,
        headers: { 'Retry-After': '864000' },
        body: problem(429, 'pages-per-month-limit'),
      },
      {
        exitCode: 3,
        code: 'pages-per-month-limit',
        message: /10 days|240 hours|\d{4}-\d\d-\d\d/,
        hint: /month/,
      },
      1,
    ],
    [
      'answers permanently with its own problem',
      { kind: 'answer', status: 503, body: problem(503, 'service-unavailable') },
      { exitCode: 3, code: 'service-unavailable', message: /./, hint: /later/ },
      quick.attempts,
    ],
  ])('%s', async (_name, fault, expected, requests) => {
    proxy.fault({}, fault);
    await expectError(show(), {}, expected);
    expect(proxy.requests).toHaveLength(requests);
  });
});

function problem(status: number, code: string): object {
  return {
    type: `urn:a11y-scan:problem:${code}`,
    title: code,
    status,
    detail: 'As the test says.',
    code,
    instance: 'urn:uuid:00000000-0000-4000-8000-000000000000',
  };
}

describe('a key that does not work', () => {
  const use = (code: string, hint: RegExp): Expected => ({ exitCode: 2, code, message: /./, hint });

  it('is reported when it is missing', async () => {
    await expectError(show(), { key: null }, use('api-key-missing', /A11Y_SCAN_API_KEY/));
    expect(proxy.requests).toEqual([]);
  });

  it('is reported when it is malformed, unknown, expired or revoked', async () => {
    const broken = `${scanner.value.slice(0, -1)}${scanner.value.endsWith('0') ? '1' : '0'}`;
    await expectError(show(), { key: broken }, use('key-malformed', /copied/));
    const unknown = formatApiKey({ keyId: createId('apikey', new Date()), secret: createSecret() });
    await expectError(show(), { key: unknown }, use('key-unknown', /administrator/));
    const expired = await createKey({ expiresAt: new Date(Date.now() - DAY_MS).toISOString() });
    await expectError(show(), { key: expired }, use('key-expired', /administrator to rotate/));
    const revoked = await createKey({ revokedAt: new Date().toISOString() });
    await expectError(show(), { key: revoked }, use('key-revoked', /administrator/));
  });

  it('is reported when its role may not trigger scans', async () => {
    const viewer = await createKey({ role: 'viewer' });
    const expected = { exitCode: 2, code: 'role-too-small', message: /scanner/, hint: /administrator/ };
    await expectError(['trigger', '--site', siteId], { key: viewer }, expected);
  });

  it('causes a warning when it expires soon, while it still works', async () => {
    const short = await createKey({ expiresAt: new Date(Date.now() + 10.5 * DAY_MS).toISOString() });
    const { exitCode, stdout, stderr } = await invoke([...show(), '--json'], { key: short });
    expect([exitCode, JSON.parse(stdout).warnings]).toEqual([1, [expect.stringMatching(/10 days/)]]);
    expect(stderr).toContain('10 days');
  });
});

describe('a wrong setting', () => {
  it('is reported when it names an unknown site or scan', async () => {
    const unknownSite = createId('site', new Date());
    const site404 = {
      exitCode: 2,
      code: 'site-not-found',
      message: new RegExp(unknownSite),
      hint: /a11y-scan sites/,
    };
    await expectError(['trigger', '--site', unknownSite], {}, site404);
    const near = { ...site404, message: /None of the sites/, hint: /--site site_\w+ --url|Did you mean/ };
    await expectError(['trigger', '--site', `${site.url}shop`], {}, near);
    const unknownScan = createId('scan', new Date());
    await expectError(
      ['report', unknownScan],
      {},
      { exitCode: 2, code: 'scan-not-found', message: new RegExp(unknownScan), hint: /id/ },
    );
  });

  it('is reported when it is not the id of a scan', async () => {
    await expectError(
      ['report', 'shop'],
      {},
      { exitCode: 2, code: 'scan-malformed', message: /id of a scan/, hint: /scan_/ },
    );
    expect(proxy.requests).toEqual([]);
  });

  it('is reported when it is missing, with all ways to set it', async () => {
    await expectError(
      ['trigger'],
      {},
      { exitCode: 2, code: 'site-missing', message: /site/, hint: /--site.*"site"/ },
    );
    const env = { A11Y_SCAN_API_URL: '' };
    const nothing = {
      exitCode: 2,
      code: 'api-url-missing',
      message: /URL.*key.*site/,
      hint: /--api-url[\s\S]*A11Y_SCAN_API_KEY/,
    };
    await expectError(['trigger'], { key: null, env }, nothing);
    expect(proxy.requests).toEqual([]);
  });

  it('is reported for an unknown rule set before any request, with the most similar name', async () => {
    const expected = {
      exitCode: 2,
      code: 'invalid-settings',
      message: /--rules wcag-a4.*did you mean wcag-a/,
      hint: /./,
    };
    await expectError(['trigger', '--site', siteId, '--rules', 'wcag-a4'], {}, expected);
    expect(proxy.requests).toEqual([]);
  });

  it('is reported for a rule set that only the service rejects', async () => {
    const { host } = fakeHost({ env: {}, cwd: folder });
    const terminal = openTerminal(host, { json: false, quiet: false, color: false, resultTarget: 'stdout' });
    const settings: Settings = {
      apiUrl: proxy.apiUrl,
      apiKey: new Secret(scanner.value),
      site: siteId,
      config: { rules: ['wcag-aa', 'best-practise' as 'best-practice'], priority: 'normal' },
      outputs: [],
      timeoutMs: 60_000,
      json: false,
      quiet: false,
      annotations: false,
      pipeline: null,
    };
    const error: CliError = await runTrigger({ host, settings, terminal }).then(
      () => expect.fail('the service took the rule set'),
      (reason) => reason,
    );
    expect([error.exitStatus, error.code]).toEqual(['usage', 'invalid-request']);
    expect(error.message).toMatch(
      /--rules \(config\.rules\[1\]\) "best-practise".*did you mean best-practice\?/,
    );
    expect(triggers()).toHaveLength(1);
  });
});

describe('an output that cannot be written', () => {
  it('is reported before any request', async () => {
    const expected = { exitCode: 2, code: 'output-unwritable', message: /a\.xml/, hint: /./ };
    await expectError(['trigger', '--site', site.url, '--output', 'html=a.xml/report.html'], {}, expected);
    expect(proxy.requests).toEqual([]);
  });

  it('is reported when the disk is full; the other outputs are written and the result is shown', async () => {
    const ended = await invoke([
      'report',
      failingScan,
      '--output',
      'html=/dev/full',
      '--output',
      'csv=full.csv',
    ]);
    expect([ended.exitCode, ended.stdout]).toEqual([2, expect.stringContaining('Gate failed')]);
    expect(ended.stderr).toMatch(/\/dev\/full.*(full|space)/);
    expect(await readFile(join(folder, 'full.csv'), 'utf8')).toContain('image-alt');
  });
});

/**
 * Stops the slow site and starts a new one: the function that plans a cancelled scan waits for the site, and scans of
 * other files wait for the function.
 */
async function renewSlowSite(): Promise<void> {
  await slowSite.stop();
  await startSlowSite();
}

describe('Ctrl-C', () => {
  afterEach(renewSlowSite);

  it('starts no scan when pressed before the trigger request', async () => {
    proxy.fault({ path: /\/sites\?/ }, { kind: 'hang' });
    const invocation = start(['trigger', '--site', slowSite.url]);
    await proxy.seen({ path: /\/sites\?/ });
    invocation.host.interrupt();
    const { exitCode, stderr } = await invocation.ended;
    expect([exitCode, stderr]).toEqual([130, expect.stringContaining('No scan was started')]);
    expect(triggers()).toEqual([]);
  });

  it('gets the id of the scan that is being started, and cancels it', async () => {
    const before = (await listSlowScans()).length;
    proxy.fault({ method: 'POST', path: /\/scans$/, times: 1 }, { kind: 'hang-in-body', afterBytes: 0 });
    const invocation = start(['trigger', '--site', slowSiteId, '--json']);
    await proxy.seen({ method: 'POST', path: /\/scans$/ });
    while ((await listSlowScans()).length === before) await sleep(50);
    invocation.host.interrupt();
    const { exitCode, stdout, stderr } = await invocation.ended;
    const [scan, ...others] = await listSlowScans();
    expect(JSON.parse(stdout)).toMatchObject({ ending: 'interrupted', scan: { id: scan?.id } });
    expect([exitCode, stderr]).toEqual([130, expect.stringContaining(`Scan ${scan?.id} was cancelled`)]);
    expect([scan?.status, others.length]).toEqual(['cancelled', before]);
    expect(new Set(triggers().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(cancels().map(({ path }) => path)).toEqual([`/api/v1/scans/${scan?.id}/cancel`]);
  });

  it('does not cancel the scan of a custom idempotency key, because an earlier run may have started it', async () => {
    proxy.fault({ method: 'POST' }, { kind: 'hang' });
    const invocation = start(['trigger', '--site', slowSiteId, '--idempotency-key', 'nightly']);
    await proxy.seen({ method: 'POST' });
    invocation.host.interrupt();
    const { exitCode, stderr } = await invocation.ended;
    expect([exitCode, stderr]).toEqual([130, expect.stringContaining('the same --idempotency-key finds it')]);
    expect([triggers().length, cancels().length]).toEqual([1, 0]);
  });

  it('cancels the scan, reports that, and exits with 130 in a separate process; the arguments never contain the key', async () => {
    const main = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');
    const child = spawn(process.execPath, [main, 'trigger', '--site', slowSiteId], {
      cwd: folder,
      env: { PATH: process.env.PATH, A11Y_SCAN_API_URL: proxy.apiUrl, A11Y_SCAN_API_KEY: scanner.value },
    });
    try {
      const output: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => output.push(text));
      const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
      await proxy.seen({ path: /\/scans\/scan_/ });
      const commandLine = await readFile(`/proc/${child.pid}/cmdline`, 'latin1');
      child.kill('SIGINT');
      expect(await exit).toBe(130);
      const [scan] = await listSlowScans();
      expect(scan?.status).toBe('cancelled');
      expect(output.join('')).toMatch(
        new RegExp(`Cancelling scan ${scan?.id}[\\s\\S]*Scan ${scan?.id} was cancelled`),
      );
      expect(cancels()).toHaveLength(1);
      expect(commandLine).toContain('trigger');
      expect(commandLine).not.toContain(scanner.value);
      outputs.push(...output);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('a slow scan', () => {
  afterAll(renewSlowSite);

  const again = ['trigger', '--idempotency-key', `build-${createId('scan', new Date())}`];

  it('is started once although the response was lost, and waited for no longer than --timeout says', async () => {
    const before = (await listSlowScans()).length;
    proxy.fault({ method: 'POST', times: 1 }, { kind: 'lose-answer' });
    const flags = ['--site', slowSiteId, '--timeout', '6s', '--json'];
    const { exitCode, stdout, stderr } = await invoke([...again, ...flags]);
    const [scan, ...others] = await listSlowScans();
    expect(JSON.parse(stdout)).toMatchObject({ ending: 'timeout', exitCode: 4, scan: { id: scan?.id } });
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringMatching(new RegExp(`${scan?.id} did not end within 6 s`)),
    ]);
    expect(stderr).toContain(`a11y-scan report ${scan?.id}`);
    expect(stderr).not.toContain('An earlier request');
    expect([triggers().length, others.length, cancels().length]).toEqual([2, before, 0]);
  });

  it('is found again by the idempotency key, and then not cancelled by Ctrl-C', async () => {
    const invocation = start([...again, '--site', slowSiteId]);
    await waitForStderr(invocation, 'An earlier request');
    invocation.host.interrupt();
    const { exitCode, stderr } = await invocation.ended;
    expect([exitCode, stderr]).toEqual([130, expect.stringContaining('The scan continues')]);
    expect(cancels()).toEqual([]);
  });

  it('continues when the service fails during the wait, and the command that shows it later is printed', async () => {
    const [scan] = await listSlowScans();
    const invocation = start(['report', scan?.id ?? '', '--json']);
    await waitForStderr(invocation, scan?.id ?? '');
    proxy.fault({}, { kind: 'answer', status: 503, body: problem(503, 'service-unavailable') });
    const { exitCode, stdout, stderr } = await invocation.ended;
    expect(JSON.parse(stdout)).toMatchObject({ ending: 'service', scan: { id: scan?.id } });
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(new RegExp(`Scan ${scan?.id} continues.*a11y-scan report ${scan?.id}`)),
    ]);
  });

  it('is not cancelled when a command that waits for its report is interrupted', async () => {
    const [scan] = await listSlowScans();
    const invocation = start(['report', scan?.id ?? '']);
    await waitForStderr(invocation, scan?.id ?? '');
    invocation.host.interrupt();
    expect((await invocation.ended).exitCode).toBe(130);
    expect(cancels()).toEqual([]);
  });

  it('exits with 3 when someone else cancels it', async () => {
    const [scan] = await listSlowScans();
    const invocation = start(['report', scan?.id ?? '']);
    await waitForStderr(invocation, scan?.id ?? '');
    await scanner.client.call('POST', `/scans/${scan?.id}/cancel`);
    const { exitCode, stdout } = await invocation.ended;
    expect([exitCode, stdout]).toEqual([
      3,
      expect.stringContaining('Scan cancelled: Cancelled by a caller.'),
    ]);
  });
});

it('never writes a key to its outputs or files', async () => {
  expect([outputs.length > 60, keys.length > 30]).toEqual([true, true]);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThanOrEqual(5);
  const written = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  const all = [...outputs, ...written].join('\n');
  for (const key of new Set(keys)) expect(all.includes(key)).toBe(false);
});
