import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findSandboxFault } from '../scanner/sandbox/find-fault.ts';
import { DataFolder } from './data-folder.ts';
import { describeIsolation } from './describe-isolation.ts';
import { startDistribution } from './distribution/start-distribution.ts';
import { CallFaultInjector } from './faults/call-faults.ts';
import { bundleBootstrap } from './functions/bundle-bootstrap.ts';
import { Functions } from './functions/functions.ts';
import { createLambdaApi } from './functions/lambda-api.ts';
import { LogFile } from './functions/log-file.ts';
import { runTriggers } from './functions/run-triggers.ts';
import { createApi, serveApi } from './gateway/serve-api.ts';
import { GatewayServer } from './gateway/server.ts';
import { Authorizer } from './iam/authorizer.ts';
import { ADMINISTRATOR, CredentialIssuer } from './iam/credentials.ts';
import { Guard } from './iam/guard.ts';
import { readPolicies } from './iam/read-policies.ts';
import { requireServicePermissions } from './iam/required-permissions.ts';
import { startIdentityProvider } from './identity/start-provider.ts';
import { createLocalValues, mapValues } from './local-values.ts';
import { MetricCounters } from './metrics.ts';
import { prepareAssembly } from './prepare-assembly.ts';
import { Reaper } from './processes/reaper.ts';
import { killStartedWith } from './processes/tree.ts';
import { startSchedules } from './queues/schedules.ts';
import { startPollers } from './queues/start-pollers.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { settleAll } from './settle-all.ts';
import { InProcessAgent } from './stand-ins/agents.ts';
import { type Endpoints, provisionResources } from './stand-ins/provision.ts';
import { ServiceProxy } from './stand-ins/service-proxy.ts';
import type { SqsS3StandIn } from './stand-ins/sqs-s3.ts';
import { startStandIns } from './stand-ins/start-stand-ins.ts';
import { readAssembly } from './template/assembly.ts';
import { REGION } from './template/names.ts';
import { readService, type Service } from './template/service.ts';
import { escapeLogText } from './terminal.ts';
import type { UndoStack } from './undo-stack.ts';

/** What runs. `Runtime` describes the members. */
export type RuntimeParts = {
  apiUrl: string;
  outputs: Readonly<Record<string, string>>;
  endpoints: Endpoints;
  issuer: CredentialIssuer;
  authorizer: Authorizer;
  data: DataFolder;
  service: Service;
  metrics: MetricCounters;
  functions: Functions;
  standIn: SqsS3StandIn;
  mailsUrl: string;
};

/** How long work in progress may take when the runtime stops. */
const GRACE_MILLISECONDS = 3_000;

/**
 * Starts all parts of the runtime.
 *
 * @param undo gets the steps that stop them; the caller undoes them if the start fails
 * @throws see `Runtime.start`
 */
export async function startParts(options: RuntimeOptions, undo: UndoStack): Promise<RuntimeParts> {
  const { say = () => undefined, faults = {} } = options;
  const gateway = await GatewayServer.listen(options.port ?? 0);
  undo.add(() => gateway.close(0));
  const { data, keep } = await openDataFolder(options, undo);
  const reaper = new Reaper();
  undo.add(() => reaper.close());
  const log = new LogFile(data.file('logs', 'runtime.log'));
  undo.add(() => log.close());
  const report = (line: string) => log.write(`${new Date().toISOString()} ${escapeLogText(line)}\n`);

  // The stand-ins start while the stacks are synthesized.
  const [assembly, { dynamodb, sqsAndS3: standIn, kms, ses, ssm, cognito }, sandboxFault] = await settleAll([
    prepareAssembly(options, data, reaper),
    startStandIns(data, reaper, undo),
    findFault(data.file('tmp')),
  ]);
  const stacks = readAssembly(assembly);
  const service = readService(stacks);
  for (const line of service.notServed) say(line);
  const authorizer = new Authorizer(readPolicies(stacks));
  requireServicePermissions(service, authorizer);

  let functions: Functions | undefined;
  const lambdaApi = createLambdaApi((...call) => {
    if (functions === undefined) throw new Error('the functions have not started');
    return functions.invokeByName(...call);
  });
  for (const line of describeIsolation(sandboxFault, dynamodb.port !== undefined)) say(line);
  const s3 = new InProcessAgent(standIn.server);
  const targets = {
    lambda: new InProcessAgent(lambdaApi),
    dynamodb: dynamodb.agent,
    sqs: s3,
    s3,
    kms: new InProcessAgent(kms.server),
    ssm: new InProcessAgent(ssm.server),
    ses: new InProcessAgent(ses.server),
    'cognito-idp': new InProcessAgent(cognito.server),
  };
  const issuer = new CredentialIssuer();
  const injector = new CallFaultInjector(faults);
  const guard = new Guard({
    issuer,
    authorizer,
    functions: service.functions,
    findKey: kms.findKeyArn,
    report,
  });
  const proxy = await ServiceProxy.start(targets, { guard, faults: injector });
  undo.add(() => proxy.stop());
  const { url } = proxy;
  const endpoints: Endpoints = {
    dynamodb: url,
    sqs: url,
    s3: url,
    kms: url,
    lambda: url,
    ssm: url,
    ses: url,
    cognito: url,
  };
  for (const { arn } of service.keys) kms.provideKey(arn);
  cognito.provide(service.userPools.map(({ id }) => id));
  await provisionResources(service, endpoints, issuer.issue(ADMINISTRATOR));

  const localValue = createLocalValues(service, { port: gateway.port, s3: url });
  ssm.provide(service.parameters.map((each) => ({ ...each, value: localValue(each.value) })));
  for (const lambda of service.functions) {
    const { environment } = lambda;
    lambda.environment = (sqs) => mapValues(environment(sqs), localValue);
  }
  const metrics = new MetricCounters();
  const started = new Functions(service.functions, {
    metrics,
    bootstrap: bundleBootstrap(data.file('bootstrap.mjs')),
    endpoints,
    issuer,
    reaper,
    logFolder: data.file('logs'),
    temporaryFolder: data.file('tmp'),
    chromiumFolder: data.file('chromium'),
    // A new synthesis removes it with the code that it was compiled from.
    compileCache: join(assembly, 'compile-cache'),
    blockedPorts: [
      gateway.port,
      Number(new URL(ses.viewerUrl).port),
      ...(dynamodb.port ? [dynamodb.port] : []),
    ],
    echo: options.echo,
    sandbox: sandboxFault === null,
    loopbackPorts: options.loopbackPorts ?? [],
    faults: injector,
    inspect: options.inspect,
    concurrency: options.concurrency,
    say,
  });
  functions = started;
  undo.add(() => started.close());
  const invoke = started.invoke.bind(started);

  const stopPollers = startPollers({
    service,
    sqs: endpoints.sqs,
    standIn,
    issuer,
    invoke,
    report,
    metrics,
    deliverTwice: faults.deliverTwice,
    concurrency: options.concurrency,
  });
  undo.add(() => stopPollers(GRACE_MILLISECONDS));
  const functionNames = new Map(service.functions.map(({ arn, name }) => [arn, name]));
  const dropped = (arn: string) => metrics.count('AsyncEventsDropped', functionNames.get(arn) ?? arn);
  undo.add(startSchedules(service.schedules, invoke, report, dropped));
  await runTriggers(service, authorizer, invoke);
  if (service.api) {
    const callApi = createApi(service.api, { invoke, report, metrics });
    serveApi(gateway, service.api, callApi, {
      distribution: startDistribution({ service, authorizer, s3, localValue, callApi, report }),
      identityProvider: await startIdentityProvider(service, gateway.port, localValue),
    });
  }
  undo.add(() => gateway.close(GRACE_MILLISECONDS));

  const apiUrl = `http://localhost:${gateway.port}/${service.api?.stageName ?? ''}`.replace(/\/$/, '');
  const outputs = mapValues(service.outputs(endpoints.sqs), localValue);
  data.writeJson('runtime.json', {
    pid: process.pid,
    apiUrl,
    endpoints,
    credentials: issuer.issue(ADMINISTRATOR),
    region: REGION,
    outputs,
  });
  undo.add(() => data.remove('runtime.json'));
  keep();
  return {
    apiUrl,
    outputs,
    endpoints,
    issuer,
    authorizer,
    data,
    service,
    metrics,
    functions: started,
    standIn,
    mailsUrl: `${ses.viewerUrl}/`,
  };
}

/** Returns why browsers cannot have a sandbox; null if they can. @param folder created if it does not exist */
async function findFault(folder: string): Promise<string | null> {
  await mkdir(folder, { recursive: true });
  return findSandboxFault(folder);
}

/**
 * Claims the data folder, and removes what an earlier start left in it.
 *
 * @returns `keep`, to be called when the start has succeeded: otherwise, a folder that was created is removed
 */
async function openDataFolder(
  { dataFolder, fresh }: RuntimeOptions,
  undo: UndoStack,
): Promise<{ data: DataFolder; keep: () => void }> {
  const data = await DataFolder.claim(dataFolder);
  let isKept = false;
  undo.add(() => (isKept ? data.release() : data.abandon()));
  if (fresh) data.empty();
  data.requireVersion();
  // Killed environments could not end all of their processes, nor remove their files.
  killStartedWith(data.file('tmp'));
  data.remove('tmp');
  data.remove('runtime.json');
  // A process that waits for this file must not read the one of an earlier start.
  data.rename('service.json', 'service.previous.json');
  const keep = () => {
    isKept = true;
  };
  return { data, keep };
}
