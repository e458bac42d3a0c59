import { listProcessIds, readGroup, readMemory } from '../environment/processes.ts';

const MEGABYTE = 1024 * 1024;
/** Milliseconds between two looks at the memory. A page can fill about 1 GB in a second. */
const INTERVAL_MS = 100;
/** Number of looks for which a list of the group's processes is used. */
const LOOKS_PER_LIST = 10;

/** Watches how much memory a browser needs. */
export interface MemoryWatch {
  /** The limit in megabytes. */
  readonly limitMb: number;
  /** True if the browser needed more than the limit. It is being killed then. */
  isExceeded(): boolean;
  stop(): void;
}

/**
 * Calls `onExceeded` once, when the processes of a group need more memory than the limit. Never does so on systems
 * without /proc.
 * @param group id of the process group; undefined if the process did not start
 */
export function watchMemory(group: number | undefined, limitMb: number, onExceeded: () => void): MemoryWatch {
  let exceeded = false;
  let looks = 0;
  let members: number[] = [];
  const timer = setInterval(() => {
    if (looks % LOOKS_PER_LIST === 0) members = listGroup(group);
    looks += 1;
    // The resident memory is at least as large as the proportional one, and costs a fraction of it to read.
    if (readMemory(members, 'Rss') <= limitMb * MEGABYTE) return;
    if (readMemory(members, 'Pss') <= limitMb * MEGABYTE) return;
    exceeded = true;
    clearInterval(timer);
    onExceeded();
  }, INTERVAL_MS);
  timer.unref();
  return { limitMb, isExceeded: () => exceeded, stop: () => clearInterval(timer) };
}

/** Returns the processes of a group. */
export function listGroup(group: number | undefined): number[] {
  return listProcessIds().filter((pid) => readGroup(pid) === group);
}
