import type { Host, Output } from '../../cli/host.ts';

/** A separate host for each invocation within a test. */
export interface FakeHost {
  host: Host;
  stdout(): string;
  stderr(): string;
  /** Ctrl-C. */
  interrupt(): void;
}

/** Returns a host that has nothing of this process: neither its environment nor its terminal. */
export function fakeHost(
  given: Pick<Host, 'env' | 'cwd'> & Partial<Pick<Host, 'pace' | 'ask' | 'program' | 'node'>>,
): FakeHost {
  const interruption = new AbortController();
  const said = { stdout: '', stderr: '' };
  const output = (name: keyof typeof said): Output => ({
    write: (text) => {
      said[name] += text;
    },
    isTTY: false,
    columns: 100,
  });
  return {
    host: {
      ask: null,
      ...given,
      stdout: output('stdout'),
      stderr: output('stderr'),
      interrupted: interruption.signal,
    },
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    interrupt: () => interruption.abort(),
  };
}
