import { suggestNames } from '../../core/problems/nearest.ts';
import { type RuleSetName, ruleSetNameSchema, ruleSetNames } from '../../core/rule-sets/rule-sets.ts';
import { isHttpUrl } from '../../core/sites/url.ts';
import { CliError, createUsageError } from '../errors.ts';
import type { Context } from '../host.ts';
import { type PipelineName, pipelineNames } from '../pipeline/pipeline.ts';
import { queryService } from '../service/query-service.ts';
import { parseApiUrl } from '../settings/api-url.ts';
import type { ConfigFile } from '../settings/config-file-schema.ts';
import { parseRuleSetNames } from '../settings/config-flags.ts';
import type { Flags } from '../settings/flags.ts';
import { checkSite } from '../settings/site.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { detectCi } from './detect-ci.ts';
import { type Asker, createAsker, createChoiceParser } from './questions.ts';

/** Maximum number of sites that can be chosen by number. */
const OFFERED_MAX = 20;

type FailOn = NonNullable<NonNullable<ConfigFile['config']>['failOn']>;

/** What to set up. */
export interface Answers {
  /** Null for scans in the pipeline itself. */
  service: { apiUrl: string | null; site: string } | null;
  /** URL of the preview for such scans, and the command that starts it. */
  preview: { url: string; start: string } | null;
  rules: RuleSetName[];
  failOn: FailOn;
  /** Null for no known CI. */
  ci: PipelineName | null;
}

/**
 * Asks what to set up. Flags and defaults replace questions if possible.
 * @throws CliError if an answer is missing and the invocation is not interactive
 */
export async function askAnswers(context: Context, flags: Flags): Promise<Answers> {
  const { host, settings, terminal } = context;
  const asker = createAsker(host, terminal, flags.yes === true);
  const isServiceNamed = flags.site !== undefined || settings.apiUrl !== null;
  const target = await asker({
    text: 'Where do scans run: on the service, or locally in the pipeline itself (service, local)',
    byDefault: isServiceNamed ? 'service' : 'local',
    given: flags.local ? 'local' : isServiceNamed ? 'service' : undefined,
    flag: '--site and --api-url, or --local',
    read: createChoiceParser('It', ['service', 'local']),
  });
  const service = target === 'service' ? await askService(context, flags, asker) : null;
  const preview = target === 'local' ? await askPreview(asker, flags) : null;
  const rules = await asker({
    text: 'Which rule sets, separated by commas (`a11y-scan rule-sets` lists them)',
    byDefault: 'wcag-aa',
    given: flags.rules?.join(','),
    flag: '--rules',
    read: readRules,
  });
  const failOn = await asker({
    text: 'What fails the pipeline: new violations, any violation, or nothing (new, any, nothing)',
    byDefault: target === 'service' ? 'new' : 'any',
    flag: '--yes',
    read: (answer) => toFailOn(createChoiceParser('It', ['new', 'any', 'nothing'])(answer)),
  });
  const ci = await asker({
    text: `Which CI (${pipelineNames.join(', ')}, none)`,
    byDefault: detectCi(host.cwd, settings.pipeline),
    given: flags.ci,
    flag: '--ci',
    read: createChoiceParser('The CI', [...pipelineNames, 'none'] as const),
  });
  return { service, preview, rules, failOn, ci: ci === 'none' ? null : ci };
}

/**
 * Asks whether to write the pipeline file too, unless `--write` or `--no-write` decides it.
 * @param path from the repository's root
 */
export async function askWrite({ host, terminal }: Context, flags: Flags, path: string): Promise<boolean> {
  const asker = createAsker(host, terminal, flags.yes === true);
  return asker({
    text: `Write ${path} for the pipeline too (yes, no)`,
    byDefault: 'yes',
    given: flags.write === undefined ? undefined : flags.write ? 'yes' : 'no',
    flag: '--write or --no-write',
    read: (answer) => createChoiceParser('It', ['yes', 'no', 'y', 'n'])(answer).startsWith('y'),
  });
}

/** Returns the thresholds of an answer. Impact `serious` is also the default without a configuration file. */
function toFailOn(answer: 'new' | 'any' | 'nothing'): FailOn {
  if (answer === 'nothing') return 'nothing';
  return answer === 'new' ? { new: 'serious' } : { any: 'serious' };
}

async function askService(context: Context, flags: Flags, asker: Asker): Promise<Answers['service']> {
  const { settings, terminal } = context;
  const apiUrl = settings.apiUrl ?? (await askApiUrl(flags, asker));
  const sites = flags.site === undefined && apiUrl !== null ? await listSites(context, apiUrl) : [];
  for (const [index, { name, url }] of sites.entries()) {
    terminal.note(`  ${index + 1}  ${escapeLogLine(name, 60)}  ${escapeLogLine(url, 200)}`);
  }
  const site = await asker({
    text: sites.length > 0 ? 'Which site: its number, id or URL' : 'Which site: its id or URL',
    byDefault: sites.length === 1 ? '1' : undefined,
    given: flags.site,
    flag: '--site',
    read: (answer) => {
      const numbered = /^\d+$/.test(answer) ? sites[Number(answer) - 1] : undefined;
      if (numbered !== undefined) return numbered.id;
      checkSite(answer, 'It');
      return answer;
    },
  });
  return { apiUrl, site };
}

/** Returns null with `--yes`: the URL is not stored in a file, so nothing is missing without it. */
async function askApiUrl(flags: Flags, asker: Asker): Promise<string | null> {
  if (flags.yes) return null;
  return asker({
    text: 'The API of the service, https://…/api/v1',
    flag: '--api-url',
    read: (answer) => parseApiUrl(answer, 'It'),
  });
}

/** Returns the sites to offer; none without a key, or if they cannot be listed. The site can then still be entered. */
async function listSites(
  context: Context,
  apiUrl: string,
): Promise<{ id: string; name: string; url: string }[]> {
  const { apiKey } = context.settings;
  if (apiKey === null) return [];
  try {
    const sites = await queryService(context, { apiUrl, apiKey }, (client, signal) =>
      client.allSites({ signal }),
    );
    return sites.slice(0, OFFERED_MAX);
  } catch (error) {
    if (!(error instanceof CliError) || error.exitStatus === 'interrupted') throw error;
    context.terminal.warn(`The sites could not be listed: ${escapeLogLine(error.message)}`);
    return [];
  }
}

async function askPreview(asker: Asker, flags: Flags): Promise<Answers['preview']> {
  const url = await asker({
    text: 'What is the URL of the preview in the pipeline',
    byDefault: 'http://localhost:8080/',
    given: flags.url,
    flag: '--url',
    read: (answer) => {
      if (isHttpUrl(answer)) return answer;
      throw createUsageError(
        'invalid-settings',
        `It must be a URL such as http://localhost:8080/, not ${answer}.`,
      );
    },
  });
  const start = await asker({
    text: 'Which command starts it',
    byDefault: 'npm start',
    flag: '--yes',
    read: (answer) => escapeLogLine(answer),
  });
  return { url, start };
}

function readRules(answer: string): RuleSetName[] {
  return parseRuleSetNames([answer]).map((name) => {
    const { data } = ruleSetNameSchema.safeParse(name);
    if (data !== undefined) return data;
    throw createUsageError(
      'invalid-settings',
      `There is no rule set ${name}; ${suggestNames(name, ruleSetNames)}`,
    );
  });
}
