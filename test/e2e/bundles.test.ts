import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { listFunctionFolders } from '../../lib/bundle/function-entry.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { readSharedService } from '../support/shared-service.ts';

const functionNames = listFunctionFolders(join(import.meta.dirname, '..', '..'));

/** Lambda's limit for the unzipped package of a function. */
const UNZIPPED_LIMIT = 250 * 1024 * 1024;
/** Limit for the unzipped package of an API function, which Lambda reads at each cold start. */
const API_LIMIT = 5 * 1024 * 1024;

const apart: readonly string[] = ['scan-pages'];

/** Returns the folders of the bundles that the shared service runs, by the name of the function. */
async function readBundles(): Promise<Map<string, string>> {
  const { assembly } = await readSharedService(inject('sharedService'));
  const bundles = readAssembly(assembly).flatMap(({ template, assets }) =>
    Object.values(template.Resources).flatMap(({ Type, Properties = {} }) => {
      if (Type !== 'AWS::Lambda::Function') return [];
      const { Code, Environment } = Properties as unknown as FunctionProperties;
      const name = Environment?.Variables.POWERTOOLS_SERVICE_NAME;
      const directory = assets.get(Code.S3Key);
      if (name === undefined || directory === undefined) return [];
      return [[name, directory] as const];
    }),
  );
  return new Map(bundles);
}

interface FunctionProperties {
  Code: { S3Key: string };
  Environment?: { Variables: Record<string, string> };
}

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
  EVENTS_QUEUE_URL: QUEUE,
  DELIVERIES_QUEUE_URL: QUEUE,
  SLOW_DELIVERIES_QUEUE_URL: QUEUE,
  SLOW_DELIVERIES_QUEUE_ARN: 'arn:aws:sqs:eu-central-1:123456789012:slow-deliveries',
  MAILS_QUEUE_URL: QUEUE,
  MAIL_SENDER: '',
  MAIL_CONFIGURATION_SET: '',
  MAIL_REGION: '',
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
  let bundles: Map<string, string>;
  const sizes = new Map<string, number>();
  const folderOf = (name: string) => bundles.get(name) ?? expect.unreachable(name);

  beforeAll(async () => {
    bundles = await readBundles();
    for (const name of functionNames) sizes.set(name, await sizeOf(folderOf(name)));
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

  // Each SDK loads it at its first request.
  it('import http nowhere, which would load the fetch of Node.js, too', async () => {
    for (const name of functionNames) {
      const code = await readFile(join(folderOf(name), 'index.mjs'), 'utf8');
      expect(code.match(/(?:\bfrom|\bimport\(?)["'](?:node:)?http["']/g), name).toBeNull();
    }
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
});
