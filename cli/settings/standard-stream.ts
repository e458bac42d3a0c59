const streams: Readonly<Record<string, 'stdout' | 'stderr'>> = {
  '-': 'stdout',
  '/dev/stdout': 'stdout',
  '/dev/fd/1': 'stdout',
  '/proc/self/fd/1': 'stdout',
  '/dev/stderr': 'stderr',
  '/dev/fd/2': 'stderr',
  '/proc/self/fd/2': 'stderr',
};

/** The standard stream that a path of an output stands for; null for a file. */
export function standardStreamOf(path: string): 'stdout' | 'stderr' | null {
  return Object.hasOwn(streams, path) ? (streams[path] ?? null) : null;
}
