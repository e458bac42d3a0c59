import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { RecordingProxy, type StandInCall } from '../faults/recording-proxy.ts';
import type { Reaper } from '../processes/reaper.ts';
import type { Endpoints } from '../stand-ins/provision.ts';
import type { LambdaFunction } from '../template/service.ts';
import { escapeLogText } from '../terminal.ts';
import { FunctionError, FunctionTimeoutError } from './errors.ts';
import { findFunction, findInspectorLine, type Inspection, writeSourceEntry } from './inspect.ts';
import { LogFile } from './log-file.ts';
import { FunctionPool, type PrepareEnvironment } from './pool.ts';
import { buildFunctionVariables } from './variables.ts';

/** Idle environments stay warm for about as long as on Lambda. */
const IDLE_MILLISECONDS = 5 * 60_000;

/** Faults that are injected into calls of functions to the stand-ins. Functions are identified by their logical ids. */
export type CallFaults = {
  /**
   * Called after each successful write of a function, with its number `nth` since the start (from 1, per function).
   * If true, the function and all that it started are killed before it learns that the write succeeded.
   */
  killAfterCall?: (functionLogicalId: string, nth: number, call: StandInCall) => boolean;
  /**
   * Called before each call. If true, the call fails with 503, as from an overloaded service. The SDK retries by
   * itself.
   */
  failCall?: (functionLogicalId: string, call: StandInCall) => boolean;
};

export type FunctionsOptions = {
  /** Path of each environment's program, see `bundleBootstrap`. */
  bootstrap: string;
  endpoints: Endpoints;
  reaper: Reaper;
  logFolder: string;
  temporaryFolder: string;
  /** Folder of the unpacked browser, shared by all environments and starts. */
  chromiumFolder: string;
  /** Ports that scanned pages must not reach, in addition to the stand-ins' ports. */
  blockedPorts: number[];
  /** Gets all output of functions, in addition to their log files. */
  echo?: ((functionName: string, chunk: Buffer | string) => void) | undefined;
  faults?: CallFaults | undefined;
  inspect?: Inspection | undefined;
  /** Gets a line for each step that a person may want to know of. */
  say?: (line: string) => void;
};

/** All functions of the service, each with its pool of warm environments and its log. */
export class Functions {
  private readonly options: FunctionsOptions;
  private readonly pools = new Map<string, FunctionPool>();
  private readonly logs: LogFile[] = [];
  private readonly writes = new Map<string, number>();
  private started = 0;

  constructor(functions: readonly LambdaFunction[], options: FunctionsOptions) {
    this.options = options;
    const maximum = Math.max(4, 2 * availableParallelism());
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
   * @throws FunctionError, FunctionTimeoutError
   */
  async invoke(functionArn: string, event: unknown, timeoutMilliseconds?: number): Promise<unknown> {
    const pool = this.pools.get(functionArn);
    if (!pool)
      throw new FunctionError('ResourceNotFoundException', `the function ${functionArn} does not exist`);
    const result = pool.invoke(event);
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

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    await Promise.all(this.logs.map((log) => log.close()));
  }

  private async prepare(lambda: LambdaFunction, log: LogFile, kill: () => void, inspection?: Inspection) {
    const { options } = this;
    const temporary = join(options.temporaryFolder, `${lambda.logicalId}-${++this.started}`);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    if (inspection) await writeSourceEntry(inspection.name, temporary);
    const proxy = await this.startProxy(lambda, kill);
    const endpoints = proxy ? withProxy(options.endpoints, proxy) : options.endpoints;
    const blocked = [...Object.values(options.endpoints), ...Object.values(endpoints)].map(
      (url) => new URL(url).port,
    );
    // A scanned page that reached the debugger could run code in the function.
    const inspector = options.inspect === undefined ? [] : [String(options.inspect.port)];
    const ports = [...new Set([...options.blockedPorts.map(String), ...blocked, ...inspector])];
    return {
      variables: buildFunctionVariables(
        lambda,
        endpoints,
        { temporary, chromium: options.chromiumFolder },
        ports,
      ),
      bootstrap: options.bootstrap,
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
        await proxy?.stop();
        await rm(temporary, { recursive: true, force: true });
      },
    };
  }

  /** Starts a proxy for one environment if faults are injected, so that each call can be attributed to its caller. */
  private async startProxy(lambda: LambdaFunction, kill: () => void): Promise<RecordingProxy | undefined> {
    const { endpoints, faults } = this.options;
    if (!faults?.killAfterCall && !faults?.failCall) return undefined;
    return RecordingProxy.start(endpoints, {
      fails: (call) => faults.failCall?.(lambda.logicalId, call) ?? false,
      kills: (call) => {
        const nth = (this.writes.get(lambda.logicalId) ?? 0) + 1;
        this.writes.set(lambda.logicalId, nth);
        const dies = faults.killAfterCall?.(lambda.logicalId, nth, call) ?? false;
        if (dies) kill();
        return dies;
      },
    });
  }
}

function withProxy(endpoints: Endpoints, { url }: RecordingProxy): Endpoints {
  return { ...endpoints, dynamodb: url, sqs: url, s3: url };
}
