import { availableParallelism } from 'node:os';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DataFolder } from './data-folder.ts';
import { CallFaultInjector, type CallFaults } from './faults/call-faults.ts';
import { bundleBootstrap } from './functions/bundle-bootstrap.ts';
import { Functions } from './functions/functions.ts';
import type { Inspection } from './functions/inspect.ts';
import { startLambdaApi } from './functions/lambda-api.ts';
import { LogFile } from './functions/log-file.ts';
import { buildGatewayResponse } from './gateway/gateway-responses.ts';
import { handleRequest } from './gateway/handle.ts';
import { GatewayServer } from './gateway/server.ts';
import { Authorizer, type Permission } from './iam/authorizer.ts';
import { ADMINISTRATOR, CredentialIssuer, type Credentials } from './iam/credentials.ts';
import { Guard } from './iam/guard.ts';
import { readPolicies } from './iam/read-policies.ts';
import { requireServicePermissions } from './iam/required-permissions.ts';
import { MetricCounters } from './metrics.ts';
import { Reaper } from './processes/reaper.ts';
import { killStartedWith } from './processes/tree.ts';
import { FifoSemaphore } from './queues/fifo-semaphore.ts';
import { Poller } from './queues/poller.ts';
import { startSchedules } from './queues/schedules.ts';
import { startDynamoDb } from './stand-ins/dynamodb.ts';
import { startKms } from './stand-ins/kms.ts';
import { type Endpoints, getClientOptions, provisionResources } from './stand-ins/provision.ts';
import { ServiceProxy } from './stand-ins/service-proxy.ts';
import { type SqsS3StandIn, startSqsAndS3 } from './stand-ins/sqs-s3.ts';
import { synthesize } from './synthesize.ts';
import { readAssembly } from './template/assembly.ts';
import { REGION } from './template/names.ts';
import { type LambdaFunction, readService, type Service } from './template/service.ts';
import { escapeLogText } from './terminal.ts';

/** Faults that the runtime injects, for tests of fault tolerance. */
export type Faults = CallFaults & {
  /**
   * Called for each batch of messages. Returns whether the function gets the batch twice, in sequence or at the same
   * time.
   */
  deliverTwice?: () => boolean | 'together';
};

export type RuntimeOptions = {
  /** Folder for all data. Created if it does not exist. */
  dataFolder: string;
  /** Port of the API. 0, the default, selects a free one. */
  port?: number;
  /** Removes all state in the data folder first. */
  fresh?: boolean;
  /** A synthesized cloud assembly. If it is missing, the service's own stacks are synthesized. */
  assembly?: string;
  /**
   * Maximum number of concurrent invocations of one function by its queues. The default is the number of processors,
   * because more browsers only slow each other down.
   */
  concurrency?: number;
  /** Ports of this machine that scans may open; none by default. Ports of the runtime itself are never opened. */
  loopbackPorts?: 'all' | readonly number[];
  /** Gets a line for each step of the start. */
  say?: (line: string) => void;
  /** Gets all output of functions, in addition to their log files. */
  echo?: (functionName: string, chunk: Buffer | string) => void;
  faults?: Faults;
  /** The function that waits for a debugger. It has no time limit. */
  inspect?: Inspection | undefined;
};

/** How long work in progress may take when the runtime stops. */
const GRACE_MILLISECONDS = 3_000;

/** Serves synthesized stacks on this machine. */
export class Runtime {
  /** `http://localhost:PORT/<stage>`, where the API's paths begin. */
  readonly apiUrl: string;
  /** The stacks' outputs, with URLs that are valid on this machine. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: Endpoints;
  /** Credentials of the administrator, who may do everything. */
  readonly credentials: Credentials;
  readonly data: DataFolder;
  readonly service: Service;
  /** What the services of AWS would count. */
  readonly metrics: MetricCounters;
  readonly functions: Functions;
  private readonly issuer: CredentialIssuer;
  private readonly authorizer: Authorizer;
  private readonly standIn: SqsS3StandIn;
  private readonly shutdown: () => Promise<void>;
  private stopped: Promise<void> | undefined;

  private constructor(parts: {
    apiUrl: string;
    outputs: Record<string, string>;
    endpoints: Endpoints;
    issuer: CredentialIssuer;
    authorizer: Authorizer;
    data: DataFolder;
    service: Service;
    metrics: MetricCounters;
    functions: Functions;
    standIn: SqsS3StandIn;
    shutdown: () => Promise<void>;
  }) {
    this.apiUrl = parts.apiUrl;
    this.outputs = parts.outputs;
    this.endpoints = parts.endpoints;
    this.issuer = parts.issuer;
    this.authorizer = parts.authorizer;
    this.credentials = parts.issuer.issue(ADMINISTRATOR);
    this.data = parts.data;
    this.service = parts.service;
    this.metrics = parts.metrics;
    this.functions = parts.functions;
    this.standIn = parts.standIn;
    this.shutdown = parts.shutdown;
  }

  /** Version 1 of the API: `http://localhost:PORT/api/v1`. */
  get baseUrl(): string {
    return `${this.apiUrl}/v1`;
  }

  get port(): number {
    return Number(new URL(this.apiUrl).port);
  }

  /**
   * Starts everything and resolves when the API answers.
   *
   * If the start fails, everything that was started is stopped again.
   *
   * @throws PortTakenError, DataFolderError, SynthesisError, ReplacedTableError, each with a message of one line
   */
  static async start(options: RuntimeOptions): Promise<Runtime> {
    const { say = () => undefined, faults = {} } = options;
    /** Functions that undo the steps done so far, to be called in reverse order. */
    const undo: (() => unknown)[] = [];
    const undoAll = async () => {
      for (const step of undo.splice(0).reverse()) await step();
    };
    const gateway = await GatewayServer.listen(options.port ?? 0);
    undo.push(() => gateway.close(0));
    let data: DataFolder | undefined;
    try {
      data = await DataFolder.claim(options.dataFolder);
      const folder = data;
      undo.push(() => folder.release());
      if (options.fresh) data.empty();
      data.requireVersion();
      // Killed environments could not end all of their processes, nor remove their files.
      killStartedWith(data.file('tmp'));
      data.remove('tmp');
      data.remove('runtime.json');
      // A process that waits for this file must not read the one of an earlier start.
      data.rename('service.json', 'service.previous.json');

      const reaper = new Reaper();
      undo.push(() => reaper.close());
      const log = new LogFile(data.file('logs', 'runtime.log'));
      undo.push(() => log.close());
      const report = (line: string) => log.write(`${new Date().toISOString()} ${escapeLogText(line)}\n`);

      // The stand-ins start while the stacks are synthesized. Wait for all of them even if one fails, because each
      // one that started must be stopped.
      const [assembly, dynamodb, sqsAndS3, startedKms] = await Promise.allSettled([
        prepareAssembly(options, data, reaper, say),
        startDynamoDb(data.file('dynamodb'), reaper, process.env.DYNAMODB_ENDPOINT).then((server) => {
          undo.push(() => server.stop());
          return server;
        }),
        startSqsAndS3(data.file('sqs-s3')).then((server) => {
          undo.push(() => server.stop());
          return server;
        }),
        startKms(data.file('kms')).then((server) => {
          undo.push(() => server.stop());
          return server;
        }),
      ]);
      const stacks = readAssembly(requireFulfilled(assembly));
      const service = readService(stacks);
      const authorizer = new Authorizer(readPolicies(stacks));
      requireServicePermissions(service, authorizer);
      const standIn = requireFulfilled(sqsAndS3);
      const kms = requireFulfilled(startedKms);
      let functions: Functions | undefined;
      const lambdaApi = await startLambdaApi((...call) => {
        if (functions === undefined) throw new Error('the functions have not started');
        return functions.invokeByName(...call);
      });
      undo.push(() => lambdaApi.stop());
      const targets = {
        lambda: lambdaApi.endpoint,
        dynamodb: requireFulfilled(dynamodb).endpoint,
        sqs: standIn.endpoint,
        s3: standIn.endpoint,
        kms: kms.endpoint,
      };
      const issuer = new CredentialIssuer();
      const injector = new CallFaultInjector(faults);
      const proxy = await ServiceProxy.start(targets, {
        guard: new Guard({
          issuer,
          authorizer,
          functions: service.functions,
          findKey: kms.findKeyArn,
          report,
        }),
        faults: injector,
      });
      undo.push(() => proxy.stop());
      const endpoints: Endpoints = {
        dynamodb: proxy.url,
        sqs: proxy.url,
        s3: proxy.url,
        kms: proxy.url,
        lambda: proxy.url,
      };
      for (const line of service.notServed) say(line);
      for (const { arn } of service.keys) kms.provideKey(arn);
      await provisionResources(service, endpoints, issuer.issue(ADMINISTRATOR));

      const stageUrl = `http://localhost:${gateway.port}/${service.api?.stageName ?? ''}`.replace(/\/$/, '');
      const local = createUrlReplacer(service, gateway.port);
      for (const lambda of service.functions) {
        const environment = lambda.environment;
        lambda.environment = (sqs) => local(environment(sqs));
      }
      const metrics = new MetricCounters();
      functions = new Functions(service.functions, {
        metrics,
        bootstrap: bundleBootstrap(data.file('bootstrap.mjs')),
        endpoints,
        issuer,
        reaper,
        logFolder: data.file('logs'),
        temporaryFolder: data.file('tmp'),
        chromiumFolder: data.file('chromium'),
        blockedPorts: [gateway.port, ...Object.values(targets).map((url) => Number(new URL(url).port))],
        echo: options.echo,
        loopbackPorts: options.loopbackPorts ?? [],
        faults: injector,
        inspect: options.inspect,
        say,
      });
      const started = functions;
      undo.push(() => started.close());
      const invoke = started.invoke.bind(started);

      // Lambda receives messages as the role of the function.
      const openClient = (lambda: LambdaFunction) => {
        const client = new SQSClient(
          getClientOptions(endpoints.sqs, issuer.issue(lambda.logicalId, 'event-source')),
        );
        undo.push(() => client.destroy());
        return client;
      };
      const pollers = startPollers(service, openClient, standIn, invoke, report, {
        deliverTwice: faults.deliverTwice,
        metrics,
        concurrency: options.concurrency ?? Math.max(2, availableParallelism()),
      });
      undo.push(async () => {
        for (const poller of pollers) poller.stop();
        await withTimeout(GRACE_MILLISECONDS, Promise.all(pollers.map((poller) => poller.settled())));
      });
      const functionNames = new Map(service.functions.map(({ arn, name }) => [arn, name]));
      const dropped = (arn: string) => metrics.count('AsyncEventsDropped', functionNames.get(arn) ?? arn);
      undo.push(startSchedules(service.schedules, invoke, report, dropped));

      const { api } = service;
      if (api) {
        gateway.serve({
          apiId: api.id,
          stage: api.stageName,
          handle: async (request) => {
            const response = await handleRequest(api, request, invoke, report);
            if (response.statusCode >= 500) metrics.count('5XXError', api.id);
            return response;
          },
          tooLarge: (request) =>
            buildGatewayResponse(api.gatewayResponses, { type: 'REQUEST_TOO_LARGE' }, request),
        });
      }
      undo.push(() => gateway.close(GRACE_MILLISECONDS));

      const outputs = local(service.outputs(endpoints.sqs));
      data.writeJson('runtime.json', {
        pid: process.pid,
        apiUrl: stageUrl,
        endpoints,
        credentials: issuer.issue(ADMINISTRATOR),
        region: REGION,
        outputs,
      });
      undo.push(() => folder.remove('runtime.json'));
      return new Runtime({
        metrics,
        apiUrl: stageUrl,
        outputs,
        endpoints,
        issuer,
        authorizer,
        data,
        service,
        functions: started,
        standIn,
        shutdown: undoAll,
      });
    } catch (error) {
      await undoAll();
      data?.abandon();
      throw error;
    }
  }

  /**
   * Invokes a function as an event source would.
   *
   * @param functionPart a part of exactly one function's logical id
   * @throws FunctionError if the function fails
   */
  invoke(functionPart: string, event: unknown): Promise<unknown> {
    return this.functions.invoke(this.functions.findArn(functionPart), event);
  }

  /**
   * Returns the credentials that an environment of a function gets.
   *
   * @param functionPart a part of exactly one function's logical id
   */
  credentialsOf(functionPart: string): Credentials {
    const arn = this.functions.findArn(functionPart);
    const lambda = this.service.functions.find((each) => each.arn === arn) as LambdaFunction;
    return this.issuer.issue(lambda.logicalId);
  }

  /** Returns the permissions of functions that no request has used since the start. */
  listUnusedPermissions(): Permission[] {
    return this.authorizer.listUnused(this.service.functions.map(({ roleArn }) => roleArn));
  }

  /**
   * Makes the in-flight messages of a killed function visible at once.
   *
   * @param queuePart a part of the queues' logical ids; if it is missing, all queues
   */
  releaseInFlight(queuePart?: string): void {
    for (const queue of this.service.queues) {
      if (queuePart === undefined || queue.logicalId.includes(queuePart)) {
        this.standIn.releaseInFlight(queue.name);
      }
    }
  }

  /**
   * Stops receiving work, waits up to the grace period for work in progress, and closes everything. Safe to call
   * again.
   */
  stop(): Promise<void> {
    this.stopped ??= this.shutdown();
    return this.stopped;
  }
}

async function prepareAssembly(
  options: RuntimeOptions,
  data: DataFolder,
  reaper: Reaper,
  say: (line: string) => void,
): Promise<string> {
  if (options.assembly !== undefined) return options.assembly;
  const folder = data.file('cdk.out');
  await synthesize(folder, 'dev', (app) => {
    reaper.watch(app);
    say('Synthesizing the stacks (done again only when their sources change) …');
  });
  return folder;
}

function startPollers(
  service: Service,
  openClient: (lambda: LambdaFunction) => SQSClient,
  standIn: SqsS3StandIn,
  invoke: Functions['invoke'],
  report: (line: string) => void,
  {
    deliverTwice,
    metrics,
    concurrency,
  }: Pick<Faults, 'deliverTwice'> & { metrics: MetricCounters; concurrency: number },
): Poller[] {
  const slots = new Map<string, FifoSemaphore>();
  return service.eventSources.map((source) => {
    const queue = service.queues.find(({ arn }) => arn === source.queueArn);
    if (!queue)
      throw new Error(`event source ${source.logicalId}: the queue ${source.queueArn} does not exist`);
    const lambda = service.functions.find(({ arn }) => arn === source.functionArn);
    if (!lambda)
      throw new Error(`event source ${source.logicalId}: the function ${source.functionArn} does not exist`);
    const functionSlots = slots.get(source.functionArn) ?? new FifoSemaphore(concurrency);
    slots.set(source.functionArn, functionSlots);
    return new Poller(source, {
      client: openClient(lambda),
      queueUrl: `${standIn.endpoint}/${source.queueArn.split(':')[4]}/${queue.name}`,
      queueName: queue.name,
      slots: functionSlots,
      waitUntilAvailable: standIn.waitUntilAvailable,
      invoke: (event, traceHeaders) => invoke(source.functionArn, event, undefined, traceHeaders),
      report,
      received: (count) => metrics.count('NumberOfMessagesReceived', queue.name, count),
      deliverTwice,
    });
  });
}

/** Returns a function that replaces the API's URL on AWS by its URL on this machine, anywhere in a value. */
function createUrlReplacer(service: Service, port: number) {
  const deployed = new RegExp(`https://${service.api?.id}\\.execute-api\\.[a-z0-9-]+\\.[a-z.]+?(?=/|$)`, 'g');
  return (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        service.api ? value.replaceAll(deployed, `http://localhost:${port}`) : value,
      ]),
    );
}

function requireFulfilled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((wake) => (timer = setTimeout(wake, milliseconds)))]);
  clearTimeout(timer);
}
