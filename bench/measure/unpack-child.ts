import { readFileSync } from 'node:fs';
import { unpackChromium } from '../../scanner/chromium-pack/unpack.ts';

/** What one unpacking took. */
export interface Unpacking {
  wallMs: number;
  /** User and system, all threads. */
  cpuMs: number;
  /** Most resident memory of the process, Node's own included. */
  peakBytes: number;
}

/**
 * Unpacks the browser once into the temporary folder that the environment names, by the code of the package or by
 * ours, and prints an `Unpacking`. A process of its own, for nothing may be warm or left over.
 */
const [whose = '', packDir = '', into = ''] = process.argv.slice(2);
// Loaded before the clock starts: in a bundle it takes no time of its own.
const { default: stock } = await import('@sparticuz/chromium');
const start = performance.now();
const before = process.cpuUsage();
if (whose === 'stock') await stock.executablePath();
else await unpackChromium(packDir, into);
const wallMs = performance.now() - start;
const { user, system } = process.cpuUsage(before);
// Not `resourceUsage().maxRSS`: that begins with what the process held that started this one.
const status = readFileSync('/proc/self/status', 'utf8');
const peakBytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
const unpacking: Unpacking = { wallMs, cpuMs: (user + system) / 1000, peakBytes };
process.stdout.write(JSON.stringify(unpacking));
