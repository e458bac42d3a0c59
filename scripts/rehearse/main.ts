import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readDemoSite, serveDemoSite } from '../../local/demo/site-server.ts';
import { isAlive } from '../../local/processes/tree.ts';
import { runAdmin } from './admin.ts';
import { checkDashboard } from './dashboard.ts';
import { buildRehearsalEnvironment } from './environment.ts';
import { fitAssembly } from './fit-assembly.ts';
import { checkRejected, checkReport, runScan, setCredentials } from './main-job.ts';
import {
  ACCOUNT,
  installMiniStack,
  MINISTACK_VERSION,
  REGION,
  startMiniStack,
  toReachableUrl,
} from './ministack.ts';
import { Processes } from './processes.ts';
import { findPython } from './python.ts';
import { collectResponses, startResponseStreaming } from './response-streaming.ts';
import { redirectCognito, startSignIn } from './start-sign-in.ts';
import { RehearsalError, Steps } from './steps.ts';

/** The stack whose outputs contain the URL of the API and the names of the tables. */
const STACK = 'A11yScan-dev-Api';
const root = join(import.meta.dirname, '../..');

/**
 * `npm run rehearse`: deploys the dev stage with the CDK to a third-party AWS emulator (MiniStack), runs a scan there,
 * and starts a sign-in. `--data DIR` is the folder for its files, by default `.local`. The exit code is 0 if every step
 * succeeded, else 1.
 */
async function rehearse(data: string): Promise<void> {
  const python = await findPython();
  const folder = join(resolve(data), 'rehearse');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const run = await makeRunFolder(folder);
  const processes = new Processes();
  const stop = async (): Promise<void> => {
    await processes.stop();
    await rm(run, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  try {
    await rehearseIn({ python, folder, run, processes });
  } finally {
    await stop();
  }
}

interface RehearsalContext {
  python: string;
  /** Kept for the next rehearsal. */
  folder: string;
  /** Folder of this rehearsal only. */
  run: string;
  processes: Processes;
}

async function rehearseIn({ python, folder, run, processes }: RehearsalContext): Promise<void> {
  const steps = new Steps();
  const [venv, tmp, home] = [join(folder, 'venv'), join(run, 'tmp'), join(run, 'home')];
  const [log, cdkLog] = [join(folder, 'ministack.log'), join(folder, 'cdk.log')];
  await Promise.all([rm(log, { force: true }), rm(cdkLog, { force: true }), mkdir(tmp), mkdir(home)]);
  // MiniStack runs functions by its own CommonJS scripts in that folder. Below a checkout, Node would treat them as
  // ES modules because of this repository's package.json. On Lambda there is no such file above a function.
  await writeFile(join(tmp, 'package.json'), '{}');
  const baseEnvironment = buildRehearsalEnvironment(home);

  await steps.run(`Install MiniStack ${MINISTACK_VERSION}`, () =>
    installMiniStack(processes, { python, venv, env: process.env, cwd: folder, log }),
  );
  const endpoint = await steps.run('Start MiniStack', () =>
    startMiniStack(processes, { venv, tmp, env: baseEnvironment, cwd: run, log }),
  );
  const env = { ...baseEnvironment, AWS_ENDPOINT_URL: endpoint };
  const demoSite = await serveDemoSite(undefined);
  const lambdaApi = await startResponseStreaming(endpoint);
  try {
    const cdk = (...args: string[]) =>
      processes.run(process.execPath, [findCdkProgram(), ...args], { env, cwd: root, log: cdkLog });
    const assembly = join(run, 'cdk.out');
    const context = ['-c', `scanLoopbackPorts=${demoSite.port}`, '--no-notices'];
    // The environment is named, so that the app is synthesized only once.
    await steps.run('cdk bootstrap', () =>
      cdk('bootstrap', `aws://${ACCOUNT}/${REGION}`, '--no-notices', '--ci'),
    );
    await steps.run('cdk synth', () => cdk('synth', '--quiet', '--output', assembly, ...context));
    await fitAssembly(assembly, {
      'dispatch-chunk': { AWS_ENDPOINT_URL_LAMBDA: lambdaApi.url },
      'scan-pages': { NODE_OPTIONS: `--enable-source-maps --import=${collectResponses}` },
      'sign-in': { NODE_OPTIONS: `--enable-source-maps --import=${redirectCognito}` },
    });
    await steps.run('cdk deploy --all', () =>
      cdk('deploy', '--all', '--app', assembly, '--no-notices', '--require-approval', 'never', '--ci'),
    );

    const { baseUrl, keyId, apiKey, siteId } = await steps.run('Create account, site and key', async () => {
      const call = (...args: string[]) => runAdmin({ stack: STACK, env }, ...args);
      const { name, pages } = await readDemoSite();
      const account = String((await call('account', 'create', '--name', 'Rehearsal')).accountId);
      const flags = ['--name', name, '--url', demoSite.url, ...pages.flatMap((page) => ['--page', page])];
      const site = await call('site', 'create', '--account', account, ...flags);
      const key = await call(
        'key',
        'create',
        '--account',
        account,
        '--name',
        'Rehearsal',
        '--role',
        'manager',
      );
      const baseUrl = toReachableUrl(endpoint, await readApiUrl(env));
      return { baseUrl, keyId: String(key.keyId), apiKey: String(key.apiKey), siteId: String(site.siteId) };
    });
    await steps.run('Set credentials of the site, which are encrypted with KMS', () =>
      setCredentials(baseUrl, apiKey, siteId),
    );
    const scanId = await steps.run('Scan the demo site through the API', () =>
      runScan(baseUrl, apiKey, siteId),
    );
    const found = await steps.run('Fetch and check the report', () => checkReport(baseUrl, apiKey, scanId));
    await steps.run('Revoke the key and check that it is rejected', async () => {
      await runAdmin({ stack: STACK, env }, 'key', 'revoke', keyId);
      await checkRejected(baseUrl, apiKey);
    });
    const files = await steps.run('Read the page of the dashboard and its files from the bucket', () =>
      checkDashboard(endpoint, STACK),
    );
    await steps.run('Start a sign-in, and open the page of the user pool', () =>
      startSignIn(endpoint, baseUrl),
    );
    console.log(`\nRehearsed: ${found}, ${files} files of the dashboard. ${steps.total} in all.`);
  } finally {
    lambdaApi.server.close().closeAllConnections();
    await demoSite.stop();
  }
}

/** Creates the folder of this rehearsal, and removes the folders of rehearsals that were killed. */
async function makeRunFolder(folder: string): Promise<string> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    if (pid > 0 && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
  const run = join(folder, `run-${process.pid}`);
  await rm(run, { recursive: true, force: true });
  await mkdir(run);
  return run;
}

function findCdkProgram(): string {
  const manifest = createRequire(import.meta.url).resolve('aws-cdk/package.json');
  return join(dirname(manifest), 'bin/cdk');
}

async function readApiUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const client = new CloudFormationClient({
    region: String(env.AWS_REGION),
    endpoint: String(env.AWS_ENDPOINT_URL),
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: STACK }));
  client.destroy();
  const url = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'ApiUrl')?.OutputValue;
  if (url === undefined) throw new RehearsalError(`the stack ${STACK} has no output ApiUrl`);
  return url;
}

try {
  const { values } = parseArgs({ options: { data: { type: 'string', default: '.local' } } });
  await rehearse(values.data);
} catch (error) {
  const expected =
    error instanceof RehearsalError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(expected ? (error as Error).message : error);
  process.exitCode = 1;
}
