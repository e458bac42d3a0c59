import type { CDPSession } from 'puppeteer-core';
import { callRecorder } from '../checks/call-recorder.ts';
import type { TimeRecorder } from '../checks/in-page/time/recorder.ts';
import type { ChecksJob } from '../checks/run-checks.ts';
import type { PageClock } from '../page/clock.ts';
import type { World } from '../page/world.ts';

type Method = Exclude<
  keyof TimeRecorder,
  'changes' | 'sounds' | 'moving' | 'flashing' | 'limit' | 'messages'
>;
type Result<M extends Method> = ReturnType<TimeRecorder[M]>;

/** The recorders of all documents of a page. */
export class Documents {
  readonly worlds;
  readonly #session: CDPSession;
  readonly #clock: PageClock;

  constructor(session: CDPSession, { frames }: Pick<ChecksJob, 'frames'>, clock: PageClock) {
    this.worlds = frames.map(({ world }) => world);
    this.#session = session;
    this.#clock = clock;
  }

  /** The world of the top document. */
  get top(): World {
    return this.worlds[0] as World;
  }

  callAll<M extends Method>(method: M, ...args: Parameters<TimeRecorder[M]>): Promise<Result<M>[]> {
    return Promise.all(this.worlds.map((_, index) => this.call(index, method, ...args)));
  }

  async call<M extends Method>(
    index: number,
    method: M,
    ...args: Parameters<TimeRecorder[M]>
  ): Promise<Result<M>> {
    const world = this.worlds[index] as (typeof this.worlds)[number];
    const work = callRecorder(this.#session, world, 'time', method, args);
    return (await this.#clock.bound('observing the page', work)) as Result<M>;
  }
}
