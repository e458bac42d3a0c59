import type { Pace } from '../client/pace.ts';
import type { Settings } from './settings/settings.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A target of text output. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Characters per line. */
  readonly columns: number;
}

/** Everything that an invocation uses of its process. Tests replace it. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths. */
  readonly cwd: string;
  /** The started program file, as the process received it; undefined if unknown. */
  readonly program?: string | undefined;
  /** Absolute path of the running Node.js; undefined if unknown. */
  readonly node?: string | undefined;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Asks a person a question and returns the typed line; null if the invocation is not interactive. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP. A second one ends the process at once. */
  readonly interrupted: AbortSignal;
  /** Overrides retries and timeouts of requests. */
  readonly pace?: Partial<Pace>;
  /** Receives the document of `--json`, even if it is not printed. */
  readonly onResult?: (document: unknown) => void;
}

/** What every command receives. */
export interface Context {
  host: Host;
  settings: Settings;
  terminal: Terminal;
}
