import { z } from 'zod';
import { formatPath, listRequestErrors } from '../../core/problems/request-errors.ts';
import { type ScanConfig, scanConfigSchema } from '../../core/scans/scan-config.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { createUsageError } from '../errors.ts';
import { parseRuleSetNames, readConfigFlags } from './config-flags.ts';
import { DEFAULT, type Layers, type Sources } from './layers.ts';
import { type SetMember, setFailOn } from './set-fail-on.ts';

const rulesDefault = ['wcag-aa'];
/** A size in the file's notation, and in the flag's. */
const SIZE_OF_FILE = '{"width": 1024, "height": 768}';
const SIZE_OF_FLAG = '1024x768';
const RULE_SETS_HINT = 'a11y-scan rule-sets lists all rule sets.';

/** An incomplete config. */
type Draft = Record<string, unknown>;

/**
 * Resolves and validates the config of the scan.
 * @throws CliError for each invalid member, with its source
 */
export function resolveConfig(layers: Layers): ScanConfig {
  const { command, flags, file, sources } = layers;
  const draft: Draft = Object.create(null);
  const set: SetMember = (path, value, source) => {
    setMember(draft, path, value);
    sources.set(['config', ...path], source);
  };
  set(['rules'], rulesDefault, DEFAULT);
  for (const [name, value] of Object.entries(file?.content.config ?? {})) {
    if (name === 'failOn') continue;
    if (name !== 'metadata') set([name], value, file?.path ?? '');
    else
      for (const [member, text] of Object.entries(value as object))
        set([name, member], text, file?.path ?? '');
  }
  // The pipeline overrides the file. Otherwise a proposed change to the file could make its scan the latest of another
  // branch, which is the baseline of other scans.
  for (const [name, value] of Object.entries(layers.pipeline?.metadata ?? {})) {
    set(['metadata', name], value, layers.pipeline?.label ?? DEFAULT);
  }
  if (flags.rules !== undefined) {
    const rules = parseRuleSetNames(flags.rules);
    set(['rules'], rules, '--rules');
    for (const [index, rule] of rules.entries()) sources.set(['config', 'rules', index], `--rules ${rule}`);
  }
  for (const { path, value, source } of readConfigFlags(flags)) set(path, value, source);
  if (command === 'trigger' && flags.baseline !== undefined)
    set(['baseline'], flags.baseline, `--baseline ${flags.baseline}`);
  // Only the command line sets the URL and baseline of a local scan, because that scan may open private addresses.
  if (command === 'local') for (const name of ['url', 'baseline'] as const) delete draft[name];
  setFailOn(layers, set);
  return validate(draft, sources);
}

/** Sets a value in a tree of objects. Copies it, so that the tree shares no objects with its sources. */
function setMember(tree: Draft, [step, ...below]: readonly PropertyKey[], value: unknown): void {
  const name = String(step);
  if (below.length === 0) {
    tree[name] = structuredClone(value);
    return;
  }
  const inner: Draft = tree[name] ?? Object.create(null);
  tree[name] = inner;
  setMember(inner, below, value);
}

const wholeSchema = z.strictObject({ config: scanConfigSchema });

function validate(config: Draft, sources: Sources): ScanConfig {
  const input = { config };
  const { data, error } = wholeSchema.safeParse(input);
  if (data !== undefined) return data.config;
  const lines = error.issues.flatMap((issue) => {
    const { source, below } = sources.of(issue.path) ?? { source: formatPath('', issue.path), below: [] };
    const where = below.length === 0 ? source : `${source}: ${formatPath('', below)}`;
    return listRequestErrors(new z.ZodError([issue]), '', input, wholeSchema).map(({ message }) =>
      toSentence(
        `${where} ${source.startsWith('--viewport') ? message.replace(SIZE_OF_FILE, SIZE_OF_FLAG) : message}`,
      ),
    );
  });
  const wrongRules = error.issues.some(({ path }) => path[1] === 'rules');
  throw createUsageError('invalid-settings', lines.join('\n'), wrongRules ? RULE_SETS_HINT : undefined);
}
