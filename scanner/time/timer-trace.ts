import type { CDPSession, Protocol } from 'puppeteer-core';
import { type PageClock, StepTimeoutError } from '../page/clock.ts';

/** Memory of the events of a trace in kilobytes. */
const BUFFER_KB = 20_000;

/** The members of the events of Chromium that are used: `TimerInstall`, `TimerRemove` and `TimerFire`. */
interface TimerEvent {
  name: string;
  ts: number;
  args: {
    data?: {
      frame?: string;
      timerId?: number;
      singleShot?: boolean;
      stackTrace?: Protocol.Runtime.CallFrame[];
    };
  };
}

/**
 * Records the timers that a page begins. Nothing else in the protocol lists them. Costs real time, so it is used only
 * on pages whose scripts may have a time limit.
 */
export class TimerTrace {
  readonly #session: CDPSession;
  readonly #clock: PageClock;
  /** The calls of scripts that began a timer, and whether it is repeated. */
  readonly #pending = new Map<string, { calls: Protocol.Runtime.CallFrame[]; isRepeated: boolean }>();
  #events: TimerEvent[] = [];
  readonly #onData = ({ value }: Protocol.Tracing.DataCollectedEvent) => {
    this.#events.push(...(value as unknown as TimerEvent[]));
  };

  constructor(session: CDPSession, clock: PageClock) {
    this.#session = session;
    this.#clock = clock;
    session.on('Tracing.dataCollected', this.#onData);
  }

  /** Begins a part of the trace. */
  async begin(): Promise<void> {
    const started = this.#session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        recordMode: 'recordUntilFull',
        traceBufferSizeInKb: BUFFER_KB,
        includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack'],
        excludedCategories: ['*'],
      },
    });
    await this.#clock.bound('recording timers', started);
  }

  /**
   * Ends a part of the trace. Returns the number of calls of timers in it.
   * @throws StepTimeoutError if there were more events than the browser stores
   */
  async end(): Promise<number> {
    const complete = new Promise<Protocol.Tracing.TracingCompleteEvent>((resolve) =>
      this.#session.once('Tracing.tracingComplete', resolve),
    );
    const ended = this.#session.send('Tracing.end').then(() => complete);
    const { dataLossOccurred } = await this.#clock.bound('recording timers', ended);
    if (dataLossOccurred) throw new StepTimeoutError('recording timers');
    const events = this.#events.toSorted((one, other) => one.ts - other.ts);
    this.#events = [];
    let count = 0;
    for (const { name, args } of events) {
      const { frame, timerId, singleShot = true, stackTrace = [] } = args?.data ?? {};
      if (name === 'TimerFire') count += 1;
      // Workers, which have no frame, cannot navigate.
      if (frame === undefined) continue;
      const key = `${frame} ${timerId}`;
      if (name === 'TimerInstall') this.#pending.set(key, { calls: stackTrace, isRepeated: !singleShot });
      const hasEnded = name === 'TimerFire' && this.#pending.get(key)?.isRepeated !== true;
      if (name === 'TimerRemove' || hasEnded) this.#pending.delete(key);
    }
    return count;
  }

  /**
   * Returns, for each timer that has not ended, the calls of scripts that began it, the innermost first. Lines and
   * columns begin with 1.
   */
  pending(): Protocol.Runtime.CallFrame[][] {
    return [...this.#pending.values()].map(({ calls }) => calls);
  }

  /** Ends to listen. */
  dispose(): void {
    this.#session.off('Tracing.dataCollected', this.#onData);
  }
}
