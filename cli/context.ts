import type { Host } from './host.ts';
import type { Settings } from './settings/settings.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What every command works with. */
export interface Context {
  host: Host;
  settings: Settings;
  terminal: Terminal;
}
