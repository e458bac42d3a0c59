import { join } from 'node:path';
import type { PageFindings } from '../contract.ts';

/** The job of a command. */
export interface CommandJob {
  /** Full URLs of the pages, all different. */
  urls: string[];
  /** Pages at a time, for commands that let the user choose. */
  concurrency: number;
  /** Chromium for commands that launch it themselves: a script that sets its libraries and fonts. */
  chromium: string;
  /** ChromeDriver for commands that need it; undefined if none is available. */
  chromedriver: string | undefined;
  /** How our own command is started. */
  ours: OwnCommand;
  /** An empty folder, the working directory of the command. The caller removes it. */
  folder: string;
}

export interface OwnCommand {
  /** The script that Node runs. */
  script: string;
  /** Cache folder with the unpacked browser. */
  cache: string;
}

/** A command line, without Node itself, which is the same for all. */
export interface Invocation {
  script: string;
  args: string[];
  env?: Record<string, string>;
  /** Exit codes of a successful scan, with or without findings. */
  worked: readonly number[];
}

/** A command that scans pages. */
export interface Command {
  /** Writes the files that the command needs, and returns its command line. */
  prepare(job: CommandJob): Promise<Invocation>;
  /**
   * Returns the findings after the command has ended.
   * @param stdout what it printed
   */
  findings(job: CommandJob, stdout: string): Promise<PageFindings[]>;
}

/** Returns the script of another tool's command. */
export function getPeerScript(name: string): string {
  return join(import.meta.dirname, '..', '..', 'node_modules', '.bin', name);
}

/** Flags that Chromium needs to run as root in a container. All other flags are the tool's own. */
export const chromiumFlags = ['--no-sandbox', '--disable-setuid-sandbox'];

/** Returns the path of a page, which identifies it in results. */
export function getPath(url: string): string {
  return new URL(url).pathname;
}
