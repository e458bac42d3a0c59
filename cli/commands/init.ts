import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { type Answers, askAnswers } from '../init/answers.ts';
import type { Snippet } from '../init/snippets/snippet.ts';
import { fileExists, writeNewFile } from '../init/write-new-file.ts';
import type { PipelineName } from '../pipeline/pipeline.ts';
import type { ConfigFile } from '../settings/config-file-schema.ts';
import type { Flags } from '../settings/flags.ts';
import { CONFIG_FILE } from '../settings/read-config-file.ts';
import { inertLine } from '../terminal/inert-text.ts';
import { wrongUse } from '../wrong-use.ts';

/** The schema as it is found beside a configuration file, where the package is installed. */
const INSTALLED_SCHEMA = './node_modules/a11y-scan/config.schema.json';

const BASELINE_IS_NEEDED =
  'To tell what is new, add --baseline main.json to the line that scans. The main branch writes that file by --output json=main.json --fail-on nothing.';

const snippets: Record<PipelineName, () => Promise<{ snippet: Snippet }>> = {
  github: () => import('../init/snippets/github.ts'),
  gitlab: () => import('../init/snippets/gitlab.ts'),
  jenkins: () => import('../init/snippets/jenkins.ts'),
  azure: () => import('../init/snippets/azure.ts'),
  circleci: () => import('../init/snippets/circleci.ts'),
  bitbucket: () => import('../init/snippets/bitbucket.ts'),
};

/**
 * Sets up a repository: writes a configuration file and shows what goes into its pipeline.
 * @throws CliError when a file is there already, an answer is missing, or a file cannot be written
 */
export async function init(context: Context, flags: Flags): Promise<Ending> {
  const { host, terminal } = context;
  const name = flags.config || CONFIG_FILE;
  const path = resolve(host.cwd, name);
  if (existsSync(path) && !flags.force) {
    throw wrongUse('file-exists', `${name} is there already.`, 'To write over it: --force');
  }
  const answers = await askAnswers(context, flags);
  const snippet = answers.ci === null ? null : (await snippets[answers.ci]()).snippet;
  const { fillSnippet } = await import('../init/snippets/snippet.ts');
  const text = snippet === null ? '' : fillSnippet(...filling(snippet, answers));
  const needed = answers.service === null ? snippet?.localSettings : snippet?.settings;
  const workflow = flags.write ? workflowPath(host.cwd, answers.ci, snippet) : null;
  const file = configFileOf(answers, existsSync(join(host.cwd, INSTALLED_SCHEMA)));
  writeNewFile(path, `${JSON.stringify(file, null, 2)}\n`, flags.force === true);
  if (workflow !== null) writeNewFile(join(host.cwd, workflow), text, false);
  const written = [name, ...(workflow === null ? [] : [workflow])];
  terminal.json({
    ending: 'passed',
    exitCode: 0,
    written,
    config: file,
    pipeline: snippet === null ? null : { ci: answers.ci, path: snippet.path, text, settings: needed },
    warnings: terminal.warnings,
  });
  terminal.print(`Wrote ${written.map((each) => inertLine(each)).join(' and ')}.`);
  if (snippet !== null) {
    if (workflow === null) terminal.print(`\nFor ${snippet.path}:\n\n${text}`);
    terminal.print(`What the pipeline needs besides: ${needed}`);
  }
  const { service } = answers;
  if (service?.apiUrl) terminal.print(`A11Y_SCAN_API_URL is ${inertLine(service.apiUrl)}.`);
  if (lacksBaseline(answers)) terminal.print(`\n${BASELINE_IS_NEEDED}`);
  terminal.print(`\nTry it: ${tryLine(answers)}`);
  return 'passed';
}

function filling(
  snippet: Snippet,
  { service, preview }: Answers,
): [string, { site?: string; url?: string; start?: string }] {
  return service === null ? [snippet.local, preview ?? {}] : [snippet.trigger, { site: service.site }];
}

function workflowPath(cwd: string, ci: PipelineName | null, snippet: Snippet | null): string {
  if (ci !== 'github' || snippet === null) {
    throw wrongUse(
      'invalid-settings',
      `--write makes a new file, which only GitHub has for each workflow; the CI is ${ci ?? 'none'}.`,
      'Without --write, what goes into the pipeline is shown.',
    );
  }
  if (existsSync(join(cwd, snippet.path))) throw fileExists(snippet.path);
  return snippet.path;
}

/**
 * The address of the API is not in it: it stands beside the key, in the settings of the pipeline, where nobody who
 * proposes a change to the repository can have the key sent elsewhere.
 */
function configFileOf({ service, rules, failOn }: Answers, schemaIsInstalled: boolean): ConfigFile {
  return {
    ...(schemaIsInstalled ? { $schema: INSTALLED_SCHEMA } : {}),
    ...(service === null ? {} : { site: service.site }),
    config: { rules, failOn },
  };
}

/** In the pipeline itself nothing is new without a report that is given, and the gate would never decide. */
function lacksBaseline({ service, failOn }: Answers): boolean {
  return service === null && failOn !== 'nothing' && failOn.new !== undefined;
}

function tryLine({ service, preview }: Answers): string {
  return service === null ? `a11y-scan local ${inertLine(preview?.url ?? '')}` : 'a11y-scan trigger';
}
