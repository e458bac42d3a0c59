import type { LambdaFunction } from '../template/service.ts';
import { Environment, type EnvironmentOptions, type InvokeOptions } from './environment.ts';
import { FunctionError } from './errors.ts';

/** Prepares what a warm environment needs. `release` removes it after the environment has ended. */
export type PrepareEnvironment = (
  lambda: LambdaFunction,
  kill: () => void,
) => Promise<EnvironmentOptions & { release: () => Promise<void> }>;

export type PoolOptions = {
  prepare: PrepareEnvironment;
  /** Maximum number of environments of the function. Further invocations wait for a free one. */
  maximum: number;
  /** How long an idle environment stays warm. */
  idleMilliseconds: number;
};

type Idle = { environment: Environment; timer: NodeJS.Timeout; tenantId: string | undefined };

/** The warm environments of one function. If the function isolates tenants, each environment serves one tenant only. */
export class FunctionPool {
  readonly lambda: LambdaFunction;
  private readonly options: PoolOptions;
  private readonly idle: Idle[] = [];
  private readonly all = new Set<Environment>();
  private readonly cleanups = new Set<Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private busy = 0;
  private closed = false;

  constructor(lambda: LambdaFunction, options: PoolOptions) {
    this.lambda = lambda;
    this.options = options;
  }

  /**
   * Runs the function once, in a warm environment if one is free.
   *
   * @param options.traceHeader of the invocation, see `lineage.ts`
   * @throws FunctionError
   */
  async invoke(event: unknown, options: InvokeOptions & { traceHeader: string }): Promise<unknown> {
    if (this.busy >= this.options.maximum) await new Promise<void>((go) => this.waiting.push(go));
    else this.busy++;
    try {
      const environment = this.takeIdle(options.tenantId) ?? (await this.start());
      try {
        return await environment.invoke(event, options);
      } finally {
        this.returnToPool(environment, options.tenantId);
      }
    } finally {
      // The capacity passes directly to the next waiting invocation, so that no later one overtakes it.
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }

  /** Kills the environments that run now, with all that they started. */
  kill(): void {
    for (const environment of this.all) environment.kill();
  }

  /** Ends every environment, busy or idle. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { timer } of this.idle.splice(0)) clearTimeout(timer);
    for (const environment of this.all) environment.kill();
    await Promise.all([...this.all].map(({ ended }) => ended));
    await Promise.all(this.cleanups);
  }

  /** True if an invocation would have to wait for a free environment. */
  get isFull(): boolean {
    return this.busy >= this.options.maximum;
  }

  private takeIdle(tenantId: string | undefined): Environment | undefined {
    // A killed environment is idle until its process has ended.
    const warm = this.idle.findLast((one) => one.tenantId === tenantId && one.environment.usable);
    if (warm) this.removeIdle(warm);
    return warm?.environment;
  }

  private removeIdle(warm: Idle): void {
    clearTimeout(warm.timer);
    this.idle.splice(this.idle.indexOf(warm), 1);
  }

  private async start(): Promise<Environment> {
    let environment: Environment | undefined;
    const options = await this.options.prepare(this.lambda, () => environment?.kill());
    if (this.closed) {
      await options.release();
      throw new FunctionError('Runtime.Unavailable', 'the runtime is stopping');
    }
    const started = new Environment(this.lambda, options);
    environment = started;
    this.all.add(started);
    const cleanup = started.ended.then(async () => {
      this.all.delete(started);
      const warm = this.idle.find((one) => one.environment === started);
      if (warm) this.removeIdle(warm);
      await options.release();
      this.cleanups.delete(cleanup);
    });
    this.cleanups.add(cleanup);
    return started;
  }

  private returnToPool(environment: Environment, tenantId: string | undefined): void {
    if (this.closed || !environment.usable) return;
    // Environments of tenants that do not return would fill the memory.
    const usable = this.idle.filter((one) => one.environment.usable);
    if (usable.length >= this.options.maximum) usable[0]?.environment.kill();
    const timer = setTimeout(() => environment.kill(), this.options.idleMilliseconds);
    timer.unref();
    this.idle.push({ environment, timer, tenantId });
  }
}
