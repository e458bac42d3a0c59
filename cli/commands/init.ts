import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CliError, createUsageError } from '../errors.ts';
import type { ExitStatus } from '../exit-codes.ts';
import type { Context, Host } from '../host.ts';
import { type Answers, askAnswers, askWrite } from '../init/answers.ts';
import { getOwnCommand, quoteShellWord } from '../init/own-command.ts';
import {
  buildPipelineFile,
  findCreateError,
  type PipelineFile,
  renderInsertionNote,
} from '../init/pipeline-file.ts';
import { resolveConfigSchema } from '../init/schema-file.ts';
import { writeNewFiles } from '../init/write-new-files.ts';
import type { ConfigFile } from '../settings/config-file-schema.ts';
import type { Flags } from '../settings/flags.ts';
import { CONFIG_FILE } from '../settings/read-config-file.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const BASELINE_IS_NEEDED =
  'To tell what is new, add --baseline main.json to the line that scans. The main branch writes that file by --output json=main.json --fail-on nothing.';

/**
 * Sets up a repository: writes a configuration file, and the file of its pipeline or shows what goes into it.
 * @throws CliError when a file is there already, an answer is missing, or a file cannot be written
 */
export async function runInit(context: Context, flags: Flags): Promise<ExitStatus> {
  const { host, terminal } = context;
  const name = flags.config || CONFIG_FILE;
  const path = resolve(host.cwd, name);
  if (existsSync(path) && !flags.force) {
    throw createUsageError('file-exists', `${name} already exists.`, 'To replace it: --force');
  }
  const answers = await askAnswers(context, flags);
  const pipeline = await buildPipelineFile(answers);
  const hindrance = pipeline === null ? null : findCreateError(host.cwd, pipeline.path);
  if (flags.write) checkWrite(pipeline, hindrance);
  const writes = pipeline !== null && hindrance === null && (await askWrite(context, flags, pipeline.path));
  const schema = resolveConfigSchema(path, host.cwd, host.program);
  const config = configFileOf(answers, schema.reference);
  writeNewFiles([
    { path, text: `${JSON.stringify(config, null, 2)}\n`, mayReplace: flags.force === true },
    ...(schema.file === null ? [] : [{ ...schema.file, mayReplace: false }]),
    ...(writes ? [{ path: join(host.cwd, pipeline.path), text: pipeline.text, mayReplace: false }] : []),
  ]);
  const written = [
    name,
    ...(schema.file === null ? [] : [relative(host.cwd, schema.file.path)]),
    ...(writes ? [pipeline.path] : []),
  ];
  const { warnings } = terminal;
  terminal.json({ ending: 'passed', exitCode: 0, written, config, pipeline, warnings });
  terminal.print(`Wrote ${listOf(written.map((each) => escapeLogLine(each)))}.`);
  if (pipeline !== null && !writes) {
    terminal.print(`\n${await renderInsertionNote(pipeline, hindrance)}\n\n${pipeline.text}`);
  }
  if (context.settings.quiet) return 'passed';
  for (const line of whatIsNext(context, flags, answers, pipeline)) terminal.print(line);
  return 'passed';
}

/** What is in the way may be there for good reason, so `--write` is refused and not passed over. */
function checkWrite(pipeline: PipelineFile | null, hindrance: CliError | null): void {
  if (hindrance !== null) {
    const { exitStatus, code, message, cause } = hindrance;
    const hint = 'Without --write, what goes into it by hand is shown.';
    throw new CliError(exitStatus, code, message, { hint, cause });
  }
  if (pipeline !== null) return;
  throw createUsageError(
    'invalid-settings',
    'There is no file that --write could write: the CI is none.',
    'Name the CI by --ci, or leave --write out.',
  );
}

/**
 * The address of the API is not in it: it stands beside the key, in the settings of the pipeline, where nobody who
 * proposes a change to the repository can have the key sent elsewhere.
 */
function configFileOf({ service, rules, failOn }: Answers, $schema: string): ConfigFile {
  return {
    $schema,
    ...(service === null ? {} : { site: service.site }),
    config: { rules, failOn },
  };
}

/** In the pipeline itself nothing is new without a report that is given, and the gate would never decide. */
function lacksBaseline({ service, failOn }: Answers): boolean {
  return service === null && failOn !== 'nothing' && failOn.new !== undefined;
}

function listOf(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function whatIsNext(
  { host }: Context,
  flags: Flags,
  answers: Answers,
  pipeline: PipelineFile | null,
): string[] {
  const apiUrl = answers.service?.apiUrl;
  return [
    ...(pipeline === null ? [] : [`What the pipeline needs besides: ${pipeline.settings}`]),
    ...(apiUrl ? [`A11Y_SCAN_API_URL is ${escapeLogLine(apiUrl)}.`] : []),
    ...(lacksBaseline(answers) ? [`\n${BASELINE_IS_NEEDED}`] : []),
    `\n${tryLine(host, flags, answers)}`,
  ];
}

/** A command that can be pasted as it is, and what it needs that cannot stand in it. */
function tryLine(host: Host, { config }: Flags, { service, preview }: Answers): string {
  const options = config ? ` --config ${quoteShellWord(config)}` : '';
  const own = getOwnCommand(host);
  if (service === null) return `Try it: ${own} local ${quoteShellWord(preview?.url ?? '')}${options}`;
  const api = service.apiUrl === null ? '' : ` --api-url ${quoteShellWord(service.apiUrl)}`;
  const missing = [
    ...(service.apiUrl === null ? ['A11Y_SCAN_API_URL'] : []),
    ...(host.env.A11Y_SCAN_API_KEY ? [] : ['A11Y_SCAN_API_KEY']),
  ];
  const needs = missing.length === 0 ? '' : `, with ${missing.join(' and ')} set`;
  return `Try it${needs}: ${own} trigger${host.env.A11Y_SCAN_API_URL ? '' : api}${options}`;
}
