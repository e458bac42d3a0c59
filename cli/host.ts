import type { Pace } from '../client/pace.ts';
import type { Settings } from './settings/settings.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Where text goes. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Characters of a line. */
  readonly columns: number;
}

/** Everything that an invocation takes from its process, so that tests can give it something else. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths are relative to it. */
  readonly cwd: string;
  /** The file that was started, as it was given to the process; undefined if it is not known. */
  readonly program?: string | undefined;
  /** The Node.js that runs it, an absolute path; undefined where that is not known. */
  readonly node?: string | undefined;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Puts a question to a person and answers with the line that was typed; null where nobody can be asked. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP; a second one ends the process at once. */
  readonly interrupted: AbortSignal;
  /** How requests are repeated and how long they may take, where it is not to be as usual. */
  readonly pace?: Partial<Pace>;
  /** Is told the document that `--json` prints, whether it is printed or not. */
  readonly onResult?: (document: unknown) => void;
}

/** What every command works with. */
export interface Context {
  host: Host;
  settings: Settings;
  terminal: Terminal;
}
