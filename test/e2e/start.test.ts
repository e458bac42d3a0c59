import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseApiKey } from '../../core/access/api-key.ts';
import type { Report } from '../../core/reports/report.ts';
import { ApiClient, type OpenApi } from '../support/api-client.ts';
import { faultsFound, knownFaults } from '../support/demo-site.ts';
import { readSharedService } from '../support/shared-service.ts';
import { onePicture, servePages } from '../support/small-site.ts';
import { endStarted, leftOver, type ServiceFile, type Started, start } from '../support/started.ts';
import { usageOver } from '../support/usage.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  await prepare(folder);
});
afterAll(async () => {
  await endStarted();
  await rm(folder, { recursive: true, force: true });
});

async function clientOf({ baseUrl, apiKey }: ServiceFile): Promise<ApiClient> {
  const openapi = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApi;
  return new ApiClient(baseUrl, openapi, apiKey);
}

/** Makes a data folder without state, but with what the start of the shared service has synthesized. */
async function prepare(data: string): Promise<void> {
  const { assembly } = await readSharedService(inject('sharedService'));
  await mkdir(data, { recursive: true });
  await symlink(assembly, join(data, 'cdk.out'));
  await cp(`${assembly}.inputs`, join(data, 'cdk.out.inputs'));
}

function lines(started: Started): string[] {
  return started.errors().trim().split('\n');
}

async function stop(started: Started): Promise<number | null> {
  started.process.kill('SIGINT');
  return started.exited;
}

describe('npm start', () => {
  let first: ServiceFile;

  it('scans its demo site through the API and shows what it found and what to do next', async () => {
    const started = start(folder);
    first = await started.service();
    expect(first.baseUrl).toMatch(/^http:\/\/localhost:\d+\/api\/v1$/);
    expect((await stat(join(folder, 'service.json'))).mode & 0o777).toBe(0o600);
    await started.printed('Ctrl-C');

    const client = await clientOf(first);
    const { json: scans } = await client.call('GET', `/sites/${first.siteId}/scans`);
    expect(scans.items).toHaveLength(1);
    const { json: report } = await client.call<Report>('GET', `/scans/${scans.items[0].id}/report`);
    expect(faultsFound(report)).toEqual(await knownFaults());

    const output = started.output();
    expect(output).toContain('curl');
    expect(output).toMatch(/critical/i);
    expect(output, 'the key is never printed').not.toContain(first.apiKey);
    expect(await stop(started)).toBe(0);
    expect(await leftOver(folder)).toEqual([]);
  });

  it('keeps its state: the same key, site and demo address after a restart', async () => {
    const started = start(folder);
    await started.printed('Ctrl-C');
    const again = await started.service();
    expect({ ...again, baseUrl: '' }).toEqual({ ...first, baseUrl: '' });
    const client = await clientOf(again);
    expect((await client.call('GET', `/sites/${first.siteId}/scans`)).json.items).toHaveLength(2);
    await stop(started);
  });

  it('makes a new key of the same account when service.json is missing', async () => {
    await rm(join(folder, 'service.json'));
    const started = start(folder, ['--no-demo']);
    const again = await started.service();
    expect(again.apiKey).not.toBe(first.apiKey);
    expect(again.siteId).toBe(first.siteId);
    expect((await fetch(again.demoSiteUrl ?? '')).status).toBe(200);
    const client = await clientOf(again);
    expect((await client.call('GET', '/sites')).json.items).toHaveLength(1);
    await stop(started);
  });

  it('forgets everything with --fresh, and makes no demo site with --no-demo; a second one is refused', async () => {
    const started = start(folder, ['--fresh', '--no-demo']);
    const fresh = await started.service();
    expect(fresh).toMatchObject({ siteId: null, demoSiteUrl: null });
    const client = await clientOf(fresh);
    expect((await client.call('GET', '/sites')).json.items).toEqual([]);

    const second = start(folder, ['--no-demo']);
    expect(await second.exited).toBe(1);
    expect(lines(second), 'another runtime uses the data folder').toHaveLength(1);
    await stop(started);
  });
});

describe('a runtime that is killed in the middle of a scan', () => {
  it('leaves no process, and completes the scan after its next start, counted once', async () => {
    const data = join(folder, 'killed');
    await prepare(data);
    const paths = ['/', ...Array.from({ length: 11 }, (_, i) => `/page-${i}`)];
    const site = await servePages(Object.fromEntries(paths.map((path) => [path, onePicture])), {
      delayMs: 300,
    });
    const before = start(data, ['--no-demo']);
    let client = await clientOf(await before.service());
    const made = await client.call('POST', '/sites', {
      body: { name: 'Slow', url: site.url, pages: paths.slice(1) },
    });
    const { json: scan } = await client.call('POST', `/sites/${made.json.id}/scans`, {
      body: { config: { rules: ['wcag-a'] } },
    });
    for (;;) {
      const { json } = await client.call('GET', `/scans/${scan.id}`);
      if (json.progress.pagesDone >= 2) break;
      await sleep(50);
    }
    before.process.kill('SIGKILL');
    await before.exited;
    expect(await leftOver(data)).toEqual([]);

    const after = start(data, ['--no-demo']);
    await after.printed('Ctrl-C');
    client = await clientOf(await after.service());
    const settled = await client.settled(scan.id, 200_000);
    expect(settled).toMatchObject({ status: 'completed', progress: { pagesDone: 12, pagesKnown: 12 } });
    const { json: report } = await client.call<Report>('GET', `/scans/${scan.id}/report`);
    expect(report.summary.pages.byOutcome).toEqual({ scanned: 12 });
    expect(report.violations.find(({ ruleId }) => ruleId === 'image-alt')?.nodeCount).toBe(12);
    const { apiKey } = await after.service();
    const keyId = parseApiKey(apiKey)?.keyId ?? '';
    const admin = ['admin/main.ts', 'usage', '--key', keyId, '--data', data, '--json'];
    const { days } = JSON.parse((await promisify(execFile)(process.execPath, admin)).stdout);
    expect(usageOver(days)).toMatchObject({ scans: 1, pages: 12 });
    await stop(after);
    await site.stop();
    expect(await leftOver(data)).toEqual([]);
  });
});

describe('a start that cannot be', () => {
  it('says in one line that the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const started = start(join(folder, 'taken'), ['--port', String(port)]);
    expect(await started.exited).toBe(1);
    expect(lines(started)).toHaveLength(1);
    expect(started.errors()).toContain(String(port));
    taken.close();
  });

  it('says in one line that the data folder is a file', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const started = start(file);
    expect(await started.exited).toBe(1);
    expect(lines(started)).toHaveLength(1);
    expect(started.errors()).toContain(file);
  });

  it('says in one line that the data folder cannot be made', async () => {
    const started = start('/proc/no-folder-can-be-made-here');
    expect(await started.exited).toBe(1);
    expect(lines(started)).toHaveLength(1);
    expect(started.errors()).toContain('/proc/no-folder-can-be-made-here');
  });

  it.each([['--prot', '3'], ['--port', 'x'], ['--port', '70000'], ['surplus']])(
    'says what is wrong with %s %s',
    async (...flags) => {
      const started = start(join(folder, 'flags'), flags);
      expect(await started.exited).toBe(1);
      expect(lines(started)).toHaveLength(1);
    },
  );
});
