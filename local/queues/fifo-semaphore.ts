/**
 * A semaphore that grants its slots in the order of the requests. Each event source of a function requests one slot
 * at a time, so the sources take turns and no source waits behind another's backlog.
 */
export class FifoSemaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.free = slots;
  }

  /** Waits for a slot. Resolves with a function that releases it; further calls of that function have no effect. */
  async acquire(): Promise<() => void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((go) => this.waiting.push(go));
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    };
  }
}
