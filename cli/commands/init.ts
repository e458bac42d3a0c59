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

const BASELINE_HINT =
  'To find new violations, add --baseline main.json to the scan command. On the main branch, write this file with --output json=main.json --fail-on nothing.';

/**
 * Sets up a repository: writes a configuration file, and writes or shows the pipeline file.
 * @throws CliError if a file exists, an answer is missing, or a file cannot be written
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
  const createError = pipeline === null ? null : findCreateError(host.cwd, pipeline.path);
  if (flags.write) checkWrite(pipeline, createError);
  const shouldWrite =
    pipeline !== null && createError === null && (await askWrite(context, flags, pipeline.path));
  const schema = resolveConfigSchema(path, host.cwd, host.program);
  const config = buildConfigFile(answers, schema.reference);
  writeNewFiles([
    { path, text: `${JSON.stringify(config, null, 2)}\n`, mayReplace: flags.force === true },
    ...(schema.file === null ? [] : [{ ...schema.file, mayReplace: false }]),
    ...(shouldWrite ? [{ path: join(host.cwd, pipeline.path), text: pipeline.text, mayReplace: false }] : []),
  ]);
  const written = [
    name,
    ...(schema.file === null ? [] : [relative(host.cwd, schema.file.path)]),
    ...(shouldWrite ? [pipeline.path] : []),
  ];
  const { warnings } = terminal;
  terminal.json({ ending: 'passed', exitCode: 0, written, config, pipeline, warnings });
  terminal.print(`Wrote ${formatList(written.map((each) => escapeLogLine(each)))}.`);
  if (pipeline !== null && !shouldWrite) {
    terminal.print(`\n${await renderInsertionNote(pipeline, createError)}\n\n${pipeline.text}`);
  }
  if (context.settings.quiet) return 'passed';
  for (const line of formatNextSteps(context, flags, answers, pipeline)) terminal.print(line);
  return 'passed';
}

/** @throws CliError if the pipeline file cannot be created, because an existing file may be there for a good reason */
function checkWrite(pipeline: PipelineFile | null, createError: CliError | null): void {
  if (createError !== null) {
    const { exitStatus, code, message, cause } = createError;
    const hint = 'Without --write, the text of the file is shown instead.';
    throw new CliError(exitStatus, code, message, { hint, cause });
  }
  if (pipeline !== null) return;
  throw createUsageError(
    'invalid-settings',
    'Without a CI there is no pipeline file for --write.',
    'Set the CI with --ci, or omit --write.',
  );
}

/**
 * Builds the configuration file. It has no API URL: that belongs beside the key in the settings of the pipeline, where
 * a proposed change to the repository cannot send the key elsewhere.
 */
function buildConfigFile({ service, rules, failOn }: Answers, $schema: string): ConfigFile {
  return {
    $schema,
    ...(service === null ? {} : { site: service.site }),
    config: { rules, failOn },
  };
}

/** True if a scan in the pipeline itself needs a baseline. Without one, its gate could not decide what is new. */
function lacksBaseline({ service, failOn }: Answers): boolean {
  return service === null && failOn !== 'nothing' && failOn.new !== undefined;
}

function formatList(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function formatNextSteps(
  { host }: Context,
  flags: Flags,
  answers: Answers,
  pipeline: PipelineFile | null,
): string[] {
  const apiUrl = answers.service?.apiUrl;
  return [
    ...(pipeline === null ? [] : [`Settings that the pipeline also needs: ${pipeline.settings}`]),
    ...(apiUrl ? [`A11Y_SCAN_API_URL is ${escapeLogLine(apiUrl)}.`] : []),
    ...(lacksBaseline(answers) ? [`\n${BASELINE_HINT}`] : []),
    `\n${formatTryLine(host, flags, answers)}`,
  ];
}

/** Returns a command that can be copied, and the variables that it needs. */
function formatTryLine(host: Host, { config }: Flags, { service, preview }: Answers): string {
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
