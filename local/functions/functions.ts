import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { CallFaultInjector } from '../faults/call-faults.ts';
import type { CredentialIssuer } from '../iam/credentials.ts';
import type { MetricCounters } from '../metrics.ts';
import type { Reaper } from '../processes/reaper.ts';
import { killStartedWith } from '../processes/tree.ts';
import type { Endpoints } from '../stand-ins/provision.ts';
import type { LambdaFunction } from '../template/service.ts';
import { escapeLogText } from '../terminal.ts';
import type { InvokeOptions } from './environment.ts';
import { FunctionError, FunctionTimeoutError, InvokeError } from './errors.ts';
import { findFunction, findInspectorLine, type Inspection, writeSourceEntry } from './inspect.ts';
import { continueLineage, INVOCATIONS_IN_CHAIN } from './lineage.ts';
import { LogFile } from './log-file.ts';
import { FunctionPool, type PrepareEnvironment } from './pool.ts';
import { buildFunctionVariables } from './variables.ts';

/** Idle environments stay warm for about as long as on Lambda. */
const IDLE_MILLISECONDS = 5 * 60_000;

export type FunctionsOptions = {
  /** Path of the program that every environment runs, see `bundleBootstrap`. */
  bootstrap: string;
  endpoints: Endpoints;
  issuer: CredentialIssuer;
  reaper: Reaper;
  logFolder: string;
  temporaryFolder: string;
  /** Folder of the unpacked browser, shared by all environments and kept for the next start of the service. */
  chromiumFolder: string;
  /** Folder of compiled code, shared by all environments and kept for the next start of the service. */
  compileCache: string;
  /** Whether this machine permits the sandbox of the browser. */
  sandbox: boolean;
  /** Ports of this machine that scanned pages may reach. */
  loopbackPorts: 'all' | readonly number[];
  /** Ports that scanned pages must not reach, in addition to those of the endpoints. */
  blockedPorts: number[];
  /** Gets all output of functions, in addition to their log files. */
  echo?: ((functionName: string, chunk: Buffer | string) => void) | undefined;
  faults: CallFaultInjector;
  metrics: MetricCounters;
  inspect?: Inspection | undefined;
  /** See `RuntimeOptions.concurrency`. */
  concurrency?: number | undefined;
  /** Gets a line for each step that a person may want to know of. */
  say?: (line: string) => void;
};

/** All functions of the service, each with its pool of warm environments and its log. */
export class Functions {
  private readonly options: FunctionsOptions;
  private readonly pools = new Map<string, FunctionPool>();
  private readonly logs: LogFile[] = [];
  private started = 0;

  constructor(functions: readonly LambdaFunction[], options: FunctionsOptions) {
    this.options = options;
    // One more than the queues use, see `FairSlots`.
    const maximum = Math.max(4, 2 * availableParallelism(), (options.concurrency ?? 0) + 1);
    const inspected =
      options.inspect === undefined ? undefined : findFunction(functions, options.inspect.name);
    for (const lambda of functions) {
      const log = new LogFile(join(options.logFolder, `${lambda.logicalId}.log`));
      this.logs.push(log);
      const inspection = lambda === inspected ? options.inspect : undefined;
      const prepare: PrepareEnvironment = (_, kill) => this.prepare(lambda, log, kill, inspection);
      this.pools.set(
        lambda.arn,
        new FunctionPool(lambda, {
          prepare,
          // Two processes cannot listen on one port for a debugger.
          maximum: inspection ? 1 : maximum,
          idleMilliseconds: IDLE_MILLISECONDS,
        }),
      );
    }
  }

  /**
   * Invokes a function and waits for its result.
   *
   * @param timeoutMilliseconds how long the caller waits; the function goes on to its own timeout
   * @param traceHeaders of the messages or of the request that cause the invocation
   * @throws FunctionError, FunctionTimeoutError
   */
  async invoke(
    functionArn: string,
    event: unknown,
    timeoutMilliseconds?: number,
    traceHeaders: readonly string[] = [],
  ): Promise<unknown> {
    const pool = this.pools.get(functionArn);
    if (!pool)
      throw new FunctionError('ResourceNotFoundException', `the function ${functionArn} does not exist`);
    if (this.throttle(pool, false)) throw new FunctionError('TooManyRequestsException', 'Rate Exceeded.');
    const result = this.invokeAndCount(pool, event, { traceHeader: this.continueChain(pool, traceHeaders) });
    if (timeoutMilliseconds === undefined) return result;
    result.catch(() => undefined); // may still fail after the caller's timeout
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const late = () => reject(new FunctionTimeoutError(`no response within ${timeoutMilliseconds} ms`));
      timer = setTimeout(late, timeoutMilliseconds);
    });
    try {
      return await Promise.race([result, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Invokes a function for a caller of Lambda's API.
   *
   * @param name the function's name or ARN
   * @throws InvokeError if the invocation is not started; FunctionError if the function fails
   */
  async invokeByName(
    name: string,
    event: unknown,
    { traceHeaders = [], ...options }: InvokeOptions & { traceHeaders?: readonly string[] },
  ): Promise<unknown> {
    const pool = this.pools.get(name) ?? [...this.pools.values()].find(({ lambda }) => lambda.name === name);
    if (pool === undefined) throw new InvokeError('ResourceNotFoundException', `Function not found: ${name}`);
    const { isolatesTenants } = pool.lambda;
    if (isolatesTenants !== (options.tenantId !== undefined)) {
      throw new InvokeError(
        'InvalidParameterValueException',
        isolatesTenants
          ? 'The invoked function is enabled with tenancy configuration. Add a valid tenant ID in your request.'
          : 'The invoked function is not enabled with tenancy configuration. Remove the tenant ID from your request.',
      );
    }
    if (this.throttle(pool, pool.isFull)) {
      throw new InvokeError('TooManyRequestsException', 'Rate Exceeded.');
    }
    const traceHeader = this.continueChain(pool, traceHeaders);
    return this.invokeAndCount(pool, event, { ...options, traceHeader });
  }

  /**
   * Returns the trace header of the next invocation of a function.
   * @throws FunctionError if the function was invoked too often in one chain
   */
  private continueChain({ lambda }: FunctionPool, traceHeaders: readonly string[]): string {
    const { traceHeader, invocations } = continueLineage(lambda.arn, traceHeaders);
    if (invocations > INVOCATIONS_IN_CHAIN && !lambda.allowsRecursion) {
      throw new FunctionError(
        'RecursiveInvocationException',
        `${lambda.logicalId} was invoked ${INVOCATIONS_IN_CHAIN} times in one chain, and its RecursiveLoop is not Allow`,
      );
    }
    return traceHeader;
  }

  /** Returns whether an invocation is refused for lack of capacity, or because a fault is injected; counts it then. */
  private throttle({ lambda }: FunctionPool, isFull: boolean): boolean {
    const { metrics, faults } = this.options;
    const isRefused = isFull || faults.throttles(lambda.logicalId);
    if (isRefused) metrics.count('Throttles', lambda.name);
    return isRefused;
  }

  /** Invokes a function, and counts the invocation and its failure as Lambda's metrics do. */
  private async invokeAndCount(
    pool: FunctionPool,
    event: unknown,
    options: InvokeOptions & { traceHeader: string },
  ): Promise<unknown> {
    const { name } = pool.lambda;
    const { metrics } = this.options;
    metrics.count('Invocations', name);
    try {
      return await pool.invoke(event, options);
    } catch (error) {
      metrics.count('Errors', name);
      throw error;
    }
  }

  /** @throws Error if not exactly one function's logical id contains `part` */
  findArn(part: string): string {
    const found = [...this.pools.values()].filter(({ lambda }) => lambda.logicalId.includes(part));
    const [pool] = found;
    if (!pool || found.length > 1) {
      const all = [...this.pools.values()].map(({ lambda }) => lambda.logicalId).join(', ');
      throw new Error(`"${part}" must be part of exactly one function's logical id; there are: ${all}`);
    }
    return pool.lambda.arn;
  }

  /**
   * Kills the environments of a function, as a fault of the machine would.
   * @throws Error if not exactly one function's logical id contains `part`
   */
  kill(part: string): void {
    this.pools.get(this.findArn(part))?.kill();
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    await Promise.all(this.logs.map((log) => log.close()));
  }

  private async prepare(lambda: LambdaFunction, log: LogFile, kill: () => void, inspection?: Inspection) {
    const { options } = this;
    const name = String(++this.started);
    const temporary = join(options.temporaryFolder, `${lambda.logicalId}-${name}`);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    if (inspection) await writeSourceEntry(inspection.name, temporary);
    const credentials = options.issuer.issue(lambda.logicalId, name);
    const forget = options.faults.add(credentials.accessKeyId, { functionLogicalId: lambda.logicalId, kill });
    const blocked = Object.values(options.endpoints).map((url) => new URL(url).port);
    // A scanned page that reached the debugger could run code in the function.
    const inspector = options.inspect === undefined ? [] : [String(options.inspect.port)];
    const ports = [...new Set([...options.blockedPorts.map(String), ...blocked, ...inspector])];
    return {
      variables: buildFunctionVariables(
        lambda,
        options.endpoints,
        credentials,
        { temporary, chromium: options.chromiumFolder },
        options.sandbox,
        { allowed: options.loopbackPorts, blocked: ports },
      ),
      bootstrap: options.bootstrap,
      compileCache: options.compileCache,
      reaper: options.reaper,
      inspected: inspection && { port: inspection.port, sourceFolder: temporary },
      log: (chunk: string) => {
        const plain = escapeLogText(chunk);
        log.write(plain);
        options.echo?.(lambda.logicalId, plain);
        const inspector = inspection && findInspectorLine(plain);
        if (inspector !== undefined) options.say?.(`${inspection?.name}: ${inspector}`);
      },
      release: async () => {
        forget();
        killStartedWith(temporary);
        await rm(temporary, { recursive: true, force: true });
      },
    };
  }
}
