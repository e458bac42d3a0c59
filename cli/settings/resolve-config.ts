import { z } from 'zod';
import { formatPath, listRequestErrors } from '../../core/problems/request-errors.ts';
import { type ScanConfig, scanConfigSchema } from '../../core/scans/scan-config.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { createUsageError } from '../errors.ts';
import { parseRuleSetNames, readConfigFlags } from './config-flags.ts';
import { DEFAULT, type Layers, type Sources } from './layers.ts';
import { type SetMember, setFailOn } from './set-fail-on.ts';

const rulesDefault = ['wcag-aa'];
/** A size as a file spells it, and as a flag does. */
const SIZE_OF_FILE = '{"width": 1024, "height": 768}';
const SIZE_OF_FLAG = '1024x768';
const RULE_SETS_HINT = 'a11y-scan rule-sets lists those there are.';

/** A config that is being put together. */
type Draft = Record<string, unknown>;

/**
 * The config of the scan, validated.
 * @throws CliError for each member that is not valid, by where it comes from
 */
export function resolveConfig(layers: Layers): ScanConfig {
  const { command, flags, file, sources } = layers;
  const draft: Draft = {};
  const put: SetMember = (path, value, source) => {
    putAt(draft, path, value);
    sources.set(['config', ...path], source);
  };
  put(['rules'], rulesDefault, DEFAULT);
  for (const [name, value] of Object.entries(file?.content.config ?? {})) {
    if (name === 'failOn') continue;
    if (name !== 'metadata') put([name], value, file?.path ?? '');
    else
      for (const [member, text] of Object.entries(value as object))
        put([name, member], text, file?.path ?? '');
  }
  // A change that is proposed to the file must not make its scan the latest of another branch, which others are held
  // against.
  for (const [name, value] of Object.entries(layers.pipeline?.metadata ?? {})) {
    put(['metadata', name], value, layers.pipeline?.label ?? DEFAULT);
  }
  if (flags.rules !== undefined) {
    const rules = parseRuleSetNames(flags.rules);
    put(['rules'], rules, '--rules');
    for (const [at, rule] of rules.entries()) sources.set(['config', 'rules', at], `--rules ${rule}`);
  }
  for (const { path, value, source } of readConfigFlags(flags)) put(path, value, source);
  if (command === 'trigger' && flags.baseline !== undefined)
    put(['baseline'], flags.baseline, `--baseline ${flags.baseline}`);
  // Where a local scan goes and what it is held against the command line says alone: what it opens may be private.
  if (command === 'local') for (const name of ['url', 'baseline'] as const) delete draft[name];
  setFailOn(layers, put);
  return validated(draft, sources);
}

/** Puts a value into a tree of objects, none of which is shared with what it was made from. */
function putAt(tree: Draft, [step, ...below]: readonly PropertyKey[], value: unknown): void {
  const name = String(step);
  if (below.length === 0) {
    tree[name] = structuredClone(value);
    return;
  }
  const inner = (tree[name] ?? {}) as Draft;
  tree[name] = inner;
  putAt(inner, below, value);
}

const wholeSchema = z.strictObject({ config: scanConfigSchema });

function validated(config: Draft, sources: Sources): ScanConfig {
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
