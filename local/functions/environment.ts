import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { LARGEST_RESULT_BYTES } from '../gateway/response.ts';
import type { Reaper } from '../processes/reaper.ts';
import { killTree } from '../processes/tree.ts';
import type { LambdaFunction } from '../template/service.ts';
import { FunctionError } from './errors.ts';
import { buildInspectFlag } from './inspect.ts';
import type { FromFunction, ToFunction } from './messages.ts';

/** What an execution environment needs in addition to the function. */
export type EnvironmentOptions = {
  /** Path of the process's program, see `bundleBootstrap`. */
  bootstrap: string;
  variables: Record<string, string>;
  /** Folder of compiled code, shared by all environments. */
  compileCache: string;
  reaper: Reaper;
  /** Set if the process waits for a debugger. It then loads the sources, and has no time limit. */
  inspected: { port: number; sourceFolder: string } | undefined;
  /** Gets the function's standard output and error. */
  log: (chunk: string) => void;
};

/** How a function is invoked. */
export type InvokeOptions = {
  /** The tenant that the invocation is for, if the function isolates tenants. */
  tenantId?: string | undefined;
  /** Gets what the function streams. */
  onBytes?: ((bytes: Uint8Array) => void) | undefined;
};

/** Lambda allows ten seconds. A busy machine with two cores may need longer to import a large bundle. */
const INIT_MILLISECONDS = 30_000;

/**
 * One warm execution environment of a function, as on Lambda: a child process in its own process group. Handles one
 * invocation at a time.
 */
export class Environment {
  /** Settles when the process has ended. */
  readonly ended: Promise<void>;
  private readonly lambda: LambdaFunction;
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  private waiting: PromiseWithResolvers<string | undefined> | undefined;
  private onBytes: ((bytes: Uint8Array) => void) | undefined;
  private readonly inspected: EnvironmentOptions['inspected'];
  private exited = false;
  private killed: FunctionError | undefined;

  constructor(lambda: LambdaFunction, options: EnvironmentOptions) {
    this.lambda = lambda;
    this.inspected = options.inspected;
    this.child = fork(options.bootstrap, [], {
      cwd: lambda.codeFolder,
      env: options.variables,
      execArgv: options.inspected === undefined ? [] : [buildInspectFlag(options.inspected.port)],
      detached: true,
      serialization: 'advanced', // it can send bytes
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    options.reaper.watch(this.child);
    this.child.stdout?.setEncoding('utf8').on('data', options.log);
    this.child.stderr?.setEncoding('utf8').on('data', options.log);

    const ended = Promise.withResolvers<void>();
    this.ended = ended.promise;
    const exit = (reason: string) => {
      this.exited = true;
      this.waiting?.reject(this.killed ?? new FunctionError('Runtime.ExitError', reason));
      ended.resolve();
    };
    this.child.once('exit', (code, signal) =>
      exit(`the function's process ended (${signal ?? `exit code ${code}`})`),
    );
    this.child.once('error', (error) => exit(`the function's process did not start: ${error.message}`));
    this.child.on('message', (message: FromFunction) => this.receive(message));
    this.ready = this.initialize(options.compileCache);
    this.ready.catch(() => undefined); // reported by the invocation that waits for it
  }

  /** Whether it can take another invocation. */
  get usable(): boolean {
    return !this.exited && !this.killed;
  }

  /**
   * @param options.onBytes gets what the function streams
   * @returns the function's result, parsed; null if it streams its response
   * @throws FunctionError if the function threw, crashed, timed out or returned too much; after a crash or a timeout
   *   the environment has ended
   */
  async invoke(
    event: unknown,
    { traceHeader, tenantId, onBytes }: InvokeOptions & { traceHeader: string },
  ): Promise<unknown> {
    try {
      await this.ready;
    } catch (error) {
      this.kill(); // if the code cannot be loaded now, it will not load later either: start a new environment
      throw error;
    }
    this.onBytes = onBytes;
    const milliseconds = this.lambda.timeoutSeconds * 1000;
    const requestId = randomUUID();
    const result = await this.exchange(
      milliseconds,
      `${requestId} Task timed out after ${this.lambda.timeoutSeconds}.00 seconds`,
      {
        kind: 'invoke',
        requestId,
        event: JSON.stringify(event),
        traceHeader,
        functionName: this.lambda.name,
        functionArn: this.lambda.arn,
        memoryMegabytes: this.lambda.memoryMegabytes,
        tenantId,
        deadline: Date.now() + milliseconds,
      },
    );
    if (result === undefined) return null;
    if (Buffer.byteLength(result) > LARGEST_RESULT_BYTES) {
      throw new FunctionError(
        'Function.ResponseSizeTooLarge',
        `the result exceeds ${LARGEST_RESULT_BYTES} bytes`,
      );
    }
    return JSON.parse(result);
  }

  /** Kills the process and everything that it started. */
  kill(error = new FunctionError('Runtime.ExitError', "the function's process was killed")): void {
    this.killed ??= error;
    if (this.child.pid !== undefined && !this.exited) killTree(this.child.pid);
  }

  private async initialize(compileCache: string): Promise<void> {
    const { handler, logicalId } = this.lambda;
    const codeFolder = this.inspected?.sourceFolder ?? this.lambda.codeFolder;
    if (codeFolder === undefined)
      throw new FunctionError('Runtime.InvalidEntrypoint', `${logicalId} has no code on disk`);
    const timeoutMessage = `the function's code was not loaded within ${INIT_MILLISECONDS / 1000} s`;
    await this.exchange(INIT_MILLISECONDS, timeoutMessage, {
      kind: 'init',
      codeFolder,
      handler,
      compileCache,
    });
  }

  private async exchange(
    milliseconds: number,
    timeoutMessage: string,
    message: ToFunction,
  ): Promise<string | undefined> {
    if (this.exited)
      throw this.killed ?? new FunctionError('Runtime.ExitError', "the function's process has ended");
    const waiting = Promise.withResolvers<string | undefined>();
    this.waiting = waiting;
    const timer = this.inspected
      ? undefined
      : setTimeout(() => this.kill(new FunctionError('Sandbox.Timedout', timeoutMessage)), milliseconds);
    this.child.send(message, (error) => {
      if (error) waiting.reject(new FunctionError('Runtime.ExitError', error.message));
    });
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.waiting = undefined;
    }
  }

  private receive(message: FromFunction): void {
    if (message.kind === 'bytes') this.onBytes?.(message.bytes);
    else if (message.kind === 'error')
      this.waiting?.reject(new FunctionError(message.errorType, message.message));
    else this.waiting?.resolve(message.kind === 'result' ? message.result : undefined);
  }
}
