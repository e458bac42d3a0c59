import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions, type FunctionBundles } from '../../lib/bundle/bundle-functions.ts';
import { hashDirectory } from '../../lib/bundle/hash-directory.ts';
import { packChromium } from '../../scanner/chromium-pack/pack.ts';
import { functionNames } from './support/stub-bundles.ts';

const root = join(import.meta.dirname, '..', '..');

/** Lambda's limit for the unzipped package of a function. */
const UNZIPPED_LIMIT = 250 * 1024 * 1024;
/** Limit for the unzipped package of an API function, which Lambda reads at each cold start. */
const API_LIMIT = 5 * 1024 * 1024;

const apart: readonly string[] = ['scan-pages'];

/** Returns the bytes of all files of a bundle. */
async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

interface Imported {
  milliseconds: number;
  handler: string;
  /** Whether Node.js had loaded its `fetch` by then. */
  hasFetch: boolean;
}

/**
 * Imports bundles in another process, from a folder without other files. Returns for each bundle the duration of the
 * import, the handler, and what it loaded.
 */
async function importBundles(directories: string[]): Promise<Imported[]> {
  const script = `
    globalThis.awslambda = { streamifyResponse: (handler) => handler };
    const imported = [];
    for (const path of process.argv.slice(1)) {
      const start = performance.now();
      const { handler } = await import(path);
      const hasFetch = process.moduleLoadList.some((name) => name.includes('undici'));
      imported.push({ milliseconds: Math.round(performance.now() - start), handler: typeof handler, hasFetch });
    }
    console.log(JSON.stringify(imported));
    process.exit();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, ...directories.map((directory) => join(directory, 'index.mjs'))],
    { env: { ...environment, PATH: process.env.PATH } },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const QUEUE = 'https://sqs.invalid/queue';
/** Every variable that any function reads. */
const environment = {
  AWS_REGION: 'eu-central-1',
  AWS_LAMBDA_FUNCTION_NAME: 'function',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  TABLE_NAME: 'table',
  AUDIT_TABLE_NAME: 'audit',
  SIGN_IN_PARAMETER: '/sign-in',
  BUCKET_NAME: 'bucket',
  DASHBOARD_BUCKET_NAME: 'dashboard',
  ORIGIN_SECRET: 'secret',
  CREDENTIALS_KEY_ARN: 'arn:aws:kms:eu-central-1:123456789012:key/credentials',
  SCAN_PORTS: '80,443',
  SCAN_BLOCKED_HOSTS: '',
  PLAN_QUEUE_URL: QUEUE,
  RECORD_QUEUE_URL: QUEUE,
  FINISH_QUEUE_URL: QUEUE,
  SCAN_QUEUE_URL_HIGH: QUEUE,
  SCAN_QUEUE_URL_NORMAL: QUEUE,
  SCAN_QUEUE_URL_LOW: QUEUE,
  BROWSER_FUNCTION_ARN: 'arn:aws:lambda:eu-central-1:123456789012:function:browser',
  BROWSER_RESPONSES: 'streamed',
  PLAN_DLQ_ARN: 'arn:aws:sqs:eu-central-1:123456789012:plan',
  FINISH_DLQ_ARN: 'arn:aws:sqs:eu-central-1:123456789012:finish',
  REQUESTS_PER_MINUTE: '600',
  UNFINISHED_SCANS_LIMIT: '50',
  PAGES_PER_MONTH_LIMIT: '1000',
  SCANS_PER_MONTH_LIMIT: '1000',
  SITES_LIMIT: '1000',
  KEYS_LIMIT: '1000',
  HIGH_SHARE_LIMIT: '0.5',
  RETENTION_DAYS: '365',
  PAGES_PER_CHUNK: '5',
  CHUNKS_IN_FLIGHT: '8',
  HOST_CONCURRENCY: '4',
  POWERTOOLS_SERVICE_NAME: 'function',
  POWERTOOLS_METRICS_NAMESPACE: 'A11yScan',
};

describe('the packaged functions', () => {
  let into: string;
  let bundles: FunctionBundles;
  const sizes = new Map<string, number>();
  const folderOf = (name: string) => bundles[name]?.directory ?? expect.unreachable();

  beforeAll(async () => {
    into = await mkdtemp(join(tmpdir(), 'bundles-'));
    bundles = await bundleFunctions({
      root,
      into,
      companions: { 'scan-pages': { chromium: await packChromium() } },
    });
    for (const name of functionNames) sizes.set(name, await sizeOf(folderOf(name)));
  });

  afterAll(async () => {
    await rm(into, { recursive: true, force: true });
  });

  it("are within Lambda's size limit, and those of the API far below it", () => {
    const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`.padStart(12);
    const lines = [...sizes].map(([name, size]) => `${name.padEnd(20)}${kilobytes(size)} unzipped`);
    console.log(lines.join('\n'));
    for (const [name, unzipped] of sizes) {
      expect(unzipped, name).toBeGreaterThan(0);
      expect(unzipped, name).toBeLessThan(apart.includes(name) ? UNZIPPED_LIMIT : API_LIMIT);
    }
  });

  it('export a handler, without any other file and without the fetch of Node.js, which takes long to load', async () => {
    const imported = await importBundles(functionNames.map(folderOf));
    const lines = functionNames.map((name, at) => {
      const { milliseconds, handler, hasFetch } = imported[at] as Imported;
      expect(handler, name).toBe('function');
      expect(hasFetch, name).toBe(false);
      return `${name.padEnd(20)}${String(milliseconds).padStart(5)} ms to import`;
    });
    console.log(lines.join('\n'));
  });

  it('have source maps without the sources', async () => {
    const map = JSON.parse(await readFile(join(folderOf('get-health'), 'index.mjs.map'), 'utf8'));
    expect(map.sources).toContain('../../functions/get-health/handler.ts');
    expect(map.sourcesContent ?? []).toEqual([]);
  });

  it('contain the packed browser in scan-pages only', async () => {
    for (const name of functionNames) {
      const names = await readdir(folderOf(name));
      expect(names.includes('chromium'), name).toBe(apart.includes(name));
    }
  });

  it('have the hash of their contents, independent of the folder they are built in', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'bundles-'));
    try {
      const again = await bundleFunctions({ root, into: elsewhere });
      for (const name of functionNames.filter((each) => !apart.includes(each))) {
        expect(again[name]?.hash, name).toBe(bundles[name]?.hash);
      }
      expect(again['scan-pages']?.hash).not.toBe(bundles['scan-pages']?.hash);
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  });
});

describe('bundling', () => {
  it('hashes names and contents', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'hash-'));
    try {
      const hashes = new Set<string>();
      await writeFile(join(directory, 'a'), 'one');
      hashes.add(await hashDirectory(directory));
      await writeFile(join(directory, 'a'), 'two');
      hashes.add(await hashDirectory(directory));
      await writeFile(join(directory, 'b'), 'two');
      hashes.add(await hashDirectory(directory));
      await rm(join(directory, 'a'));
      hashes.add(await hashDirectory(directory));
      expect(hashes.size).toBe(4);
      expect(hashes).toContain(await hashDirectory(directory));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
