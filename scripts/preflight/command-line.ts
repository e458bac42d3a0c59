import { parseArgs } from 'node:util';
import { UsageError } from '../../admin/errors.ts';
import { isStage, type StageName, stageNames } from '../../lib/stage-settings.ts';

const COMMAND = 'npm run preflight --';
const stageList = stageNames.join(' or ');

export const usageText = `Usage: ${COMMAND} [--stage STAGE] [--with STAGE]...

Compares the concurrency quota of the AWS account with what a stage needs.

  --stage STAGE  the stage to deploy: ${stageList} (default: dev)
  --with STAGE   another stage in the same account and region, deployed or to be deployed
  -h, --help     show this help`;

/** What a preflight checks. */
export interface PreflightOptions {
  stage: StageName;
  /** The other stages in the same account and region. */
  others: readonly StageName[];
}

const options = {
  stage: { type: 'string' },
  with: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Parses the command line of the preflight.
 * @param env npm puts flags before `--` into it instead of passing them on
 * @throws UsageError
 */
export function parsePreflight(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): PreflightOptions | 'help' {
  const { stage = 'dev', with: others = [], help } = parse(argv);
  if (help) return 'help';
  for (const name of ['stage', 'with'] as const) {
    const taken = env[`npm_config_${name}`];
    if (!taken) continue;
    const value = isStage(taken) ? taken : 'STAGE';
    throw new UsageError(`npm did not pass on --${name}: run ${COMMAND} --${name} ${value}`);
  }
  const [wrong] = [['stage', stage] as const, ...others.map((other) => ['with', other] as const)].filter(
    ([, value]) => !isStage(value),
  );
  if (wrong) throw new UsageError(`Unknown stage '${wrong[1]}': use --${wrong[0]} with ${stageList}`);
  if (others.includes(stage))
    throw new UsageError(`--with ${stage} repeats the stage: name only other stages`);
  return { stage: stage as StageName, others: [...new Set(others as StageName[])] };
}

function parse(argv: readonly string[]) {
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) throw new UsageError(`Unknown flag ${token.rawName}`);
    const needsValue = options[token.name as keyof typeof options].type === 'string';
    if (needsValue && (!token.value || token.value.startsWith('-')))
      throw new UsageError(`${token.rawName} needs a stage: ${stageList}`);
    if (!needsValue && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
  }
  const [extra] = positionals;
  if (extra !== undefined)
    throw new UsageError(
      `Unexpected argument '${extra}'${isStage(extra) ? `: run ${COMMAND} --stage ${extra}` : ''}`,
    );
  return parseArgs({ args: [...argv], options }).values;
}
