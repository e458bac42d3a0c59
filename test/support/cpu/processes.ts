import { readdirSync, readFileSync } from 'node:fs';

/** One running process. */
export interface ProcessRow {
  /** Unique as long as the machine runs: process ids are used again, but not with the same start. */
  key: string;
  pid: number;
  parent: number;
  command: string;
  /** Time on a processor so far, of this process alone, in milliseconds. */
  cpuMs: number;
}

/** `/proc` counts in hundredths of a second on every Linux that Node supports (`man 5 proc_pid_stat`). */
const MS_PER_TICK = 10;

/** Returns the running processes of this machine. Linux only. */
export function readProcesses(): ProcessRow[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
}

function readProcess(pid: number): ProcessRow[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return [];
  }
  // The command is in parentheses and may itself contain spaces and parentheses.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  return [
    {
      key: `${pid}@${fields[19]}`,
      pid,
      parent: Number(fields[1]),
      command: stat.slice(stat.indexOf('(') + 1, end),
      cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK,
    },
  ];
}
