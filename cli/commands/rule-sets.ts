import type { RuleSets } from '../../client/index.ts';
import { listRuleSets } from '../../core/rule-sets/rule-sets.ts';
import { formatRuleEngine } from '../../core/scans/engine.ts';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { queryService } from '../service/query-service.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { formatTableLines } from '../terminal/table.ts';
import { wrap } from '../terminal/width.ts';
import { readVersion } from '../version.ts';

/** Indentation of the text below a row. */
const INDENT = '    ';

/**
 * Lists the rule sets for `--rules`: those of the service if its URL and a key are known, otherwise our own.
 * @throws CliError
 */
export async function runRuleSets(context: Context): Promise<ExitStatus> {
  const { settings, terminal } = context;
  const { apiUrl, apiKey } = settings;
  const isFromService = apiUrl !== null && apiKey !== null;
  const { items, priorities, engine }: RuleSets = isFromService
    ? await queryService(context, { apiUrl, apiKey }, (client, signal) => client.listRuleSets({ signal }))
    : listRuleSets();
  const source = isFromService ? 'service' : 'this-version';
  terminal.json({
    ending: 'passed',
    exitCode: 0,
    source,
    items,
    priorities,
    engine,
    warnings: terminal.warnings,
  });
  if (settings.json) return 'passed';
  const lines = formatTableLines([
    ['NAME', 'RULES', 'STANDARD'],
    ...items.map(({ name, ruleIds, standard, version: of }) => [
      escapeLogLine(name),
      String(ruleIds.length),
      escapeLogLine(`${standard} ${of}`),
    ]),
  ]);
  for (const [at, line] of lines.entries()) {
    terminal.print(line);
    const meaning = items[at - 1]?.meaning;
    if (meaning !== undefined)
      terminal.print(wrap(escapeLogLine(meaning), terminal.columns, INDENT).join('\n'));
  }
  const origin = isFromService
    ? `of the service at ${apiUrl}`
    : `of a11y-scan ${readVersion()}, as used by \`a11y-scan local\``;
  terminal.note(`Rule sets ${escapeLogLine(origin)}; ${escapeLogLine(formatRuleEngine(engine))}.`);
  return 'passed';
}
