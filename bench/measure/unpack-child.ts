import { readFileSync } from 'node:fs';
import { unpackChromium } from '../../scanner/chromium-pack/unpack.ts';

/** Measurements of unpacking once. */
export interface Unpacking {
  wallMs: number;
  /** User and system time of all threads. */
  cpuMs: number;
  /** Peak resident memory of the process, including Node itself. */
  peakBytes: number;
}

/**
 * Unpacks the browser once into the temporary folder of the environment, by the code of the package or by ours, and
 * prints an `Unpacking`. It is a separate process, so that nothing is warm or left from earlier.
 */
const [whose = '', packDir = '', into = ''] = process.argv.slice(2);
// Loaded before the measurement: in a bundle, loading takes no extra time.
const { default: stock } = await import('@sparticuz/chromium');
const start = performance.now();
const before = process.cpuUsage();
if (whose === 'stock') await stock.executablePath();
else await unpackChromium(packDir, into);
const wallMs = performance.now() - start;
const { user, system } = process.cpuUsage(before);
// Not `resourceUsage().maxRSS`: its initial value is the memory of the parent process.
const status = readFileSync('/proc/self/status', 'utf8');
const peakBytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
const unpacking: Unpacking = { wallMs, cpuMs: (user + system) / 1000, peakBytes };
process.stdout.write(JSON.stringify(unpacking));
