import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { buildFunctionVariables } from '../../local/functions/variables.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { type LambdaFunction, readService } from '../../local/template/service.ts';
import { computeMedian } from './median.ts';

/** One function behind the gateway. */
export interface FunctionSize {
  name: string;
  /** Size of `index.mjs`. The source map beside it is read only to trace an error. */
  bytes: number;
  gzipBytes: number;
  /** Milliseconds of each import, each in a new process. */
  importMs: number[];
  importMedianMs: number;
}

/** The import of a module calls no service, so any address will do. */
const REFUSING = 'http://127.0.0.1:1';
const nowhere = {
  dynamodb: REFUSING,
  sqs: REFUSING,
  s3: REFUSING,
  kms: REFUSING,
  lambda: REFUSING,
  ssm: REFUSING,
  ses: REFUSING,
  cognito: REFUSING,
};

const SCRIPT = `
globalThis.awslambda = { streamifyResponse: (handler) => handler };
const start = performance.now();
const { handler } = await import(process.argv[1]);
const milliseconds = performance.now() - start;
if (typeof handler !== 'function') throw new Error('the module exports no handler');
process.stdout.write(String(milliseconds), () => process.exit());`;

/**
 * Measures the functions that serve the API, including the authorizer, as they would be deployed.
 * @param assembly folder of the synthesized stack
 * @param times how often each is imported
 */
export async function measureApiFunctions(assembly: string, times: number): Promise<FunctionSize[]> {
  const { api, functions } = readService(readAssembly(assembly));
  const arns = new Set(
    [...(api?.methods ?? []), ...(api?.authorizers ?? [])].map((each) => each.functionArn),
  );
  const measured: FunctionSize[] = [];
  for (const lambda of functions.filter(({ arn }) => arns.has(arn))) {
    const code = await readFile(getCodePath(lambda));
    const importMs: number[] = [];
    for (let count = 0; count < times; count++) importMs.push(await timeImport(lambda));
    measured.push({
      name: lambda.environment(nowhere.sqs).POWERTOOLS_SERVICE_NAME ?? lambda.name,
      bytes: code.length,
      gzipBytes: (await promisify(gzip)(code)).length,
      importMs,
      importMedianMs: computeMedian(importMs),
    });
  }
  return measured.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function getCodePath({ codeFolder, logicalId }: LambdaFunction): string {
  if (codeFolder === undefined) throw new Error(`${logicalId} has no code on disk`);
  return join(codeFolder, 'index.mjs');
}

async function timeImport(lambda: LambdaFunction): Promise<number> {
  const folders = { temporary: tmpdir(), chromium: tmpdir() };
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', SCRIPT, getCodePath(lambda)],
    {
      env: buildFunctionVariables(lambda, nowhere, credentials, folders, false, {
        allowed: 'all',
        blocked: [],
      }),
    },
  );
  return Number(stdout);
}
