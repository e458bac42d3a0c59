import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { functionNames, readBundles } from './bundles/packaged-functions.ts';

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
  SCAN_MEMORY_MB: '2500',
  USER_POOL_ID: '',
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
  it('export a handler, without any other file and without the fetch of Node.js, which takes long to load', async () => {
    const bundles = await readBundles();
    const folders = functionNames.map((name) => bundles.get(name) ?? expect.unreachable(name));
    const imported = await importBundles(folders);
    const lines = functionNames.map((name, at) => {
      const { milliseconds, handler, hasFetch } = imported[at] as Imported;
      expect(handler, name).toBe('function');
      expect(hasFetch, name).toBe(false);
      return `${name.padEnd(20)}${String(milliseconds).padStart(5)} ms to import`;
    });
    console.log(lines.join('\n'));
  });
});
