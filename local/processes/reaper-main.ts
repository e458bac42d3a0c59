/**
 * Outlives the runtime for a moment to end the processes that it started. Reads `add PID` and `drop PID` from
 * standard input. When standard input closes, the runtime has ended: then it kills every listed process and its
 * descendants. A signal handler in the runtime could not do this, because SIGKILL cannot be handled.
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
