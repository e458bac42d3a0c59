import type { StandInCall } from '../stand-ins/service-proxy.ts';

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
  /** Called before each invocation. If true, Lambda refuses it, as if the account had no concurrency left. */
  throttle?: (functionLogicalId: string) => boolean;
};

type Caller = { functionLogicalId: string; kill: () => void };

/** Attributes calls to the environments of functions, by their access keys, and injects faults into them. */
export class CallFaultInjector {
  private readonly faults: CallFaults;
  private readonly callers = new Map<string, Caller>();
  private readonly writes = new Map<string, number>();

  constructor(faults: CallFaults) {
    this.faults = faults;
  }

  /** Adds an environment of a function. Returns a function that removes it. */
  add(accessKeyId: string, caller: Caller): () => void {
    this.callers.set(accessKeyId, caller);
    return () => this.callers.delete(accessKeyId);
  }

  fails(accessKeyId: string, call: StandInCall): boolean {
    const caller = this.callers.get(accessKeyId);
    return (caller && this.faults.failCall?.(caller.functionLogicalId, call)) ?? false;
  }

  throttles(functionLogicalId: string): boolean {
    return this.faults.throttle?.(functionLogicalId) ?? false;
  }

  kills(accessKeyId: string, call: StandInCall): boolean {
    const caller = this.callers.get(accessKeyId);
    if (!caller) return false;
    const { functionLogicalId, kill } = caller;
    const nth = (this.writes.get(functionLogicalId) ?? 0) + 1;
    this.writes.set(functionLogicalId, nth);
    const dies = this.faults.killAfterCall?.(functionLogicalId, nth, call) ?? false;
    if (dies) kill();
    return dies;
  }
}
