import { escapeJson } from '../../core/text/json.ts';
import type { Ending } from '../exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ResolvedSettings } from './resolve-settings.ts';

/** Shows the settings as JSON, the key masked, with where each member comes from: what `--print-config` prints. */
export function printSettings(resolved: ResolvedSettings, terminal: Terminal): Ending {
  const { settings, sources, configFile } = resolved;
  const document = {
    ending: 'passed',
    exitCode: 0,
    settings,
    sources: sources.all(),
    configFile,
  };
  if (settings.json) terminal.json(document);
  else terminal.print(escapeJson(JSON.stringify(document, null, 2)));
  return 'passed';
}
