import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { requireAccess } from '../service/access.ts';
import { NO_SITES } from '../service/choose-site.ts';
import { queryService } from '../service/query-service.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { formatTableLines } from '../terminal/table.ts';

/** Lists the sites that the key may access, for `--site`. @throws CliError */
export async function runSites(context: Context): Promise<ExitStatus> {
  const { settings, terminal } = context;
  const all = await queryService(context, requireAccess(settings), (client, signal) =>
    client.allSites({ signal }),
  );
  terminal.json({ ending: 'passed', exitCode: 0, sites: all, warnings: terminal.warnings });
  if (settings.json) return 'passed';
  const rows = all.map(({ id, name, url }) => [id, name, url].map((cell) => escapeLogLine(cell)));
  terminal.print(all.length === 0 ? NO_SITES : formatTableLines([['ID', 'NAME', 'URL'], ...rows]).join('\n'));
  return 'passed';
}
