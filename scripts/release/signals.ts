/** Signals by which a terminal or a supervisor ends a process. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does work during which the signals that end a process call a function instead.
 * @returns what the work returns
 */
export async function withSignalHandler<T>(
  onSignal: (signal: NodeJS.Signals) => void,
  work: () => Promise<T>,
): Promise<T> {
  for (const signal of endSignals) process.on(signal, onSignal);
  try {
    return await work();
  } finally {
    for (const signal of endSignals) process.off(signal, onSignal);
  }
}
