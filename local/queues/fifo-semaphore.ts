/**
 * A number of places that are given out in the order in which they were asked for. Each event source of a function
 * asks for one place at a time, so the sources take turns and none waits behind another's backlog.
 */
export class FifoSemaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(places: number) {
    this.free = places;
  }

  /** Resolves with the function that gives the place back; calling it again changes nothing. */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((go) => this.waiting.push(go));
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    };
  }
}
