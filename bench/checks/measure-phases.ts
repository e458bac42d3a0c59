import { type PhaseName, phaseChannel } from '../../scanner/page/trace-phase.ts';
import { CpuClock, subtractCpu } from './cpu-clock.ts';

/** Real time and CPU time in milliseconds. */
export interface Cost {
  real: number;
  cpu: number;
}

/** Measures the phases of the pages that this process scans one after the other. */
export class PhaseMeter {
  readonly #clock: CpuClock;
  readonly #starts = new Map<object, Moment>();
  #phases = new Map<PhaseName, Cost>();
  #pageStart: Moment;

  /** @param without id of a process whose CPU time is not counted */
  constructor(without?: number) {
    this.#clock = new CpuClock(without);
    this.#pageStart = this.#now();
    phaseChannel.subscribe({
      start: (event) => void this.#starts.set(event, this.#now()),
      asyncEnd: (event) => this.#end(event),
      end: () => undefined,
      asyncStart: () => undefined,
      error: () => undefined,
    });
  }

  /** Begins a page. */
  startPage(): void {
    this.#phases = new Map();
    this.#pageStart = this.#now();
  }

  /** Returns the cost of the page, and of its phases. That of `keyboard` is without `openers`. */
  endPage(): { whole: Cost; phases: Map<PhaseName, Cost> } {
    const whole = this.#since(this.#pageStart);
    const phases = this.#phases;
    const [keyboard, openers] = [phases.get('keyboard'), phases.get('openers')];
    if (keyboard !== undefined && openers !== undefined) {
      const { real, cpu } = keyboard;
      phases.set('keyboard', { real: real - openers.real, cpu: cpu - openers.cpu });
    }
    return { whole, phases };
  }

  #end(event: { phase: PhaseName }): void {
    const start = this.#starts.get(event);
    this.#starts.delete(event);
    if (start === undefined) return;
    const { real, cpu } = this.#since(start);
    // axe can run several times on one page.
    const known = this.#phases.get(event.phase);
    this.#phases.set(event.phase, { real: real + (known?.real ?? 0), cpu: cpu + (known?.cpu ?? 0) });
  }

  #now(): Moment {
    return { at: performance.now(), cpu: this.#clock.read() };
  }

  #since({ at, cpu }: Moment): Cost {
    return { real: performance.now() - at, cpu: subtractCpu(cpu, this.#clock.read()) };
  }
}

interface Moment {
  at: number;
  cpu: Map<string, number>;
}
