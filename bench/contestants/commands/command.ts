import { join } from 'node:path';
import type { PageFindings } from '../contract.ts';

/** What a command is asked to do. */
export interface CommandJob {
  /** Full addresses of the pages, all different. */
  urls: string[];
  /** Pages at a time, for those who let one choose. */
  concurrency: number;
  /** Chromium for those who launch it by themselves: a script that sets its libraries and fonts. */
  chromium: string;
  /** ChromeDriver for those who need it; undefined when there is none. */
  chromedriver: string | undefined;
  /** How our own command is started. */
  ours: OwnCommand;
  /** A fresh folder, the working directory of the command, removed by whoever gave it. */
  folder: string;
}

export interface OwnCommand {
  /** The script that Node runs. */
  script: string;
  /** Where it unpacks its browser, which is there already. */
  cache: string;
}

/** A command line, without Node itself, which is the same for all. */
export interface Invocation {
  script: string;
  args: string[];
  env?: Record<string, string>;
  /** Exit codes of a scan that worked, whatever it found. */
  worked: readonly number[];
}

/** A command that scans pages. */
export interface Command {
  /** Writes what files it needs, and says how it is started. */
  prepare(job: CommandJob): Promise<Invocation>;
  /** What it found, when it has ended. @param stdout what it printed */
  findings(job: CommandJob, stdout: string): Promise<PageFindings[]>;
}

/** The script of a peer's command. */
export function peerScript(name: string): string {
  return join(import.meta.dirname, '..', '..', 'node_modules', '.bin', name);
}

/** What Chromium needs to run as root in a container; all else is the peer's own. */
export const chromiumFlags = ['--no-sandbox', '--disable-setuid-sandbox'];

/** The path of a page, by which pages are told apart in results. */
export function pathOf(url: string): string {
  return new URL(url).pathname;
}
