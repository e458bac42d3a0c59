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

/** Sites that are offered by number. */
const OFFERED_MAX = 20;

type FailOn = NonNullable<NonNullable<ConfigFile['config']>['failOn']>;

/** What somebody wants to set up. */
export interface Answers {
  /** Null for scans in the pipeline itself. */
  service: { apiUrl: string | null; site: string } | null;
  /** Where the preview of such scans answers, and what starts it. */
  preview: { url: string; start: string } | null;
  rules: RuleSetName[];
  failOn: FailOn;
  /** Null for none that is known. */
  ci: PipelineName | null;
}

/**
 * Asks what is to be set up; the command line and the defaults answer where they can.
 * @throws CliError when an answer is missing and nobody can be asked
 */
export async function askAnswers(context: Context, flags: Flags): Promise<Answers> {
  const { host, settings, terminal } = context;
  const asker = createAsker(host, terminal, flags.yes === true);
  const serviceIsNamed = flags.site !== undefined || settings.apiUrl !== null;
  const where = await asker({
    text: 'Where do scans run: on the service, or local in the pipeline itself (service, local)',
    byDefault: serviceIsNamed ? 'service' : 'local',
    given: flags.local ? 'local' : serviceIsNamed ? 'service' : undefined,
    flag: '--site and --api-url, or --local',
    read: createChoiceParser('It', ['service', 'local']),
  });
  const service = where === 'service' ? await askService(context, flags, asker) : null;
  const preview = where === 'local' ? await askPreview(asker, flags) : null;
  const rules = await asker({
    text: 'Which rule sets, with commas (`a11y-scan rule-sets` lists them)',
    byDefault: 'wcag-aa',
    given: flags.rules?.join(','),
    flag: '--rules',
    read: readRules,
  });
  const failOn = await asker({
    text: 'What fails the pipeline: new problems, any problem, or nothing (new, any, nothing)',
    byDefault: where === 'service' ? 'new' : 'any',
    flag: '--yes',
    read: (answer) => failOnOf(createChoiceParser('It', ['new', 'any', 'nothing'])(answer)),
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
 * Asks whether the file of the pipeline is to be written too, unless `--write` or `--no-write` says so.
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

/** Of impact serious or above, as without a configuration file. */
function failOnOf(answer: 'new' | 'any' | 'nothing'): FailOn {
  if (answer === 'nothing') return 'nothing';
  return answer === 'new' ? { new: 'serious' } : { any: 'serious' };
}

async function askService(context: Context, flags: Flags, asker: Asker): Promise<Answers['service']> {
  const { settings, terminal } = context;
  const apiUrl = settings.apiUrl ?? (await askApiUrl(flags, asker));
  const sites = flags.site === undefined && apiUrl !== null ? await sitesOf(context, apiUrl) : [];
  for (const [at, { name, url }] of sites.entries()) {
    terminal.note(`  ${at + 1}  ${escapeLogLine(name, 60)}  ${escapeLogLine(url, 200)}`);
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

/** It is not kept in a file, so nothing is lost where nobody is asked for it. */
async function askApiUrl(flags: Flags, asker: Asker): Promise<string | null> {
  if (flags.yes) return null;
  return asker({
    text: 'The API of the service, https://…/api/v1',
    flag: '--api-url',
    read: (answer) => parseApiUrl(answer, 'It'),
  });
}

/** The sites to offer; none without a key, and none where they cannot be had, for then the site can still be named. */
async function sitesOf(
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
    if (!(error instanceof CliError) || error.ending === 'interrupted') throw error;
    context.terminal.warn(`The sites could not be listed: ${escapeLogLine(error.message)}`);
    return [];
  }
}

async function askPreview(asker: Asker, flags: Flags): Promise<Answers['preview']> {
  const url = await asker({
    text: 'Where does the preview answer in the pipeline',
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
