import { listProcessIds, readGroup, readMemory, readRunDelays } from '../environment/processes.ts';

const MEGABYTE = 1024 * 1024;
/** Milliseconds between two looks at the memory. A page can fill about 1 GB in a second. */
const INTERVAL_MS = 100;
/** Number of looks after which the processes are listed again, and their threads are read. */
const LOOKS_PER_LIST = 10;

/** Watches how much memory a browser needs, and how long it waits for a processor. */
export interface ResourceWatch {
  /** The limit of the memory in megabytes. */
  readonly memoryMb: number;
  /** True if the browser needed more than the limit. It is being killed then. */
  isMemoryExceeded(): boolean;
  /**
   * Returns for how many milliseconds the browser could not go on so far because other programs had the processors: in
   * each second, as long as the thread waited that waited longest.
   */
  stalledFor(): number;
  stop(): void;
}

/**
 * Watches the processes of a group. On systems without /proc it sees nothing.
 * @param group id of the process group; undefined if the process did not start
 * @param onMemoryExceeded called once, when they need more memory than the limit
 */
export function watchResources(
  group: number | undefined,
  memoryMb: number,
  onMemoryExceeded: () => void,
): ResourceWatch {
  let exceeded = false;
  let looks = 0;
  let members: number[] = [];
  let delays = new Map<string, number>();
  let stalled = 0;
  let listedAt = performance.now();
  const list = () => {
    members = listProcessIds().filter((pid) => readGroup(pid) === group);
    const now = performance.now();
    const latest = readRunDelays(members);
    let longest = 0;
    for (const [thread, total] of latest) longest = Math.max(longest, total - (delays.get(thread) ?? total));
    stalled += Math.min(now - listedAt, longest);
    delays = latest;
    listedAt = now;
  };
  const timer = setInterval(() => {
    if (looks % LOOKS_PER_LIST === 0) list();
    looks += 1;
    // The resident memory is at least as large as the proportional one, and costs a fraction of it to read.
    if (readMemory(members, 'Rss') <= memoryMb * MEGABYTE) return;
    if (readMemory(members, 'Pss') <= memoryMb * MEGABYTE) return;
    exceeded = true;
    clearInterval(timer);
    onMemoryExceeded();
  }, INTERVAL_MS);
  timer.unref();
  return {
    memoryMb,
    isMemoryExceeded: () => exceeded,
    stalledFor: () => stalled,
    stop: () => clearInterval(timer),
  };
}
