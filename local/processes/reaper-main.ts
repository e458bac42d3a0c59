/**
 * Outlives the runtime by a moment to end what it started. It reads `add PID` and `drop PID` from its standard
 * input and, when that closes, for whatever reason the runtime ended, kills every process still on the list with all
 * that descends from it. A signal handler in the runtime could not do this: SIGKILL cannot be handled.
 */
import { createInterface } from 'node:readline';
import { killTree } from './tree.ts';

const watched = new Set<number>();
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [action, pid] = line.split(' ');
  if (action === 'add') watched.add(Number(pid));
  else watched.delete(Number(pid));
});
lines.on('close', () => {
  for (const pid of watched) killTree(pid);
  process.exit(0);
});
