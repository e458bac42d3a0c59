import { spawn } from 'node:child_process';
import { killLeftProcesses } from '../../../scanner/environment/kill-left-processes.ts';
import { listProcessIds, readParent } from '../../../scanner/environment/processes.ts';

/**
 * Starts processes as an attacker would, kills what belongs to its process namespace, and prints how many processes
 * ran before and after. It must be run in a namespace of its own, below the init process.
 */
if (process.ppid !== 1 || listProcessIds().length > 5)
  throw new Error('This is no process namespace of its own');
const countOthers = () =>
  listProcessIds().filter((pid) => pid !== 1 && pid !== process.pid && readParent(pid) !== undefined).length;
const SCRIPT = `
  setsid sleep 1000 &
  (env -i setsid sleep 1000 &) &
  (while :; do sleep 0.001 & done) &
  trap '' TERM HUP INT
  setsid env -i sh -c 'relay() { sleep 0.002; relay & }; relay' &
  sleep 1000`;
spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: 'ignore' }).unref();
while (countOthers() < 5) await new Promise((resolve) => setTimeout(resolve, 10));
const before = countOthers();
await killLeftProcesses({ folder: '/nowhere', ownsProcesses: true });
process.stdout.write(JSON.stringify({ before, after: countOthers() }));
process.exit(0);
