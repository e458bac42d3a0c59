import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportFormat } from '../../core/reports/report-formats.ts';
import { CliError, createUsageError } from '../errors.ts';
import { type ExitStatus, exitCodes } from '../exit-codes.ts';
import { buildCommandLine } from '../github/command-line.ts';
import { getMarkerSite } from '../github/comment-marker.ts';
import { decideScan } from '../github/decide-scan.ts';
import { type Inputs, readInputs } from '../github/inputs.ts';
import { publishComment, replaceOutdatedComment } from '../github/publish-comment.ts';
import { readScanResult, renderProblem, type ScanResult } from '../github/result.ts';
import { appendOutputs, appendSummary, formatNotice } from '../github/workflow-file.ts';
import type { Context, Host } from '../host.ts';
import { detectPipeline } from '../pipeline/detect.ts';

/** Exit statuses without summary and comment. The log explains them. */
const silentStatuses: readonly ExitStatus[] = ['interrupted'];

/**
 * Runs a step of a GitHub workflow: makes the scan of the inputs and publishes its result as the job summary, a comment
 * on the pull request and outputs for later steps. An error while publishing does not change the exit status. Without a
 * result, summary and comment say so. An interrupted run changes neither, because a later run may already be active.
 * @param run runs a whole invocation of the tool
 * @throws CliError usage for invalid inputs, outside GitHub Actions, and for `pull_request_target`
 */
export async function runGithubAction({ host }: Context, { run }: { run: Run }): Promise<ExitStatus> {
  const notice = (title: string, message: string) => host.stdout.write(`${formatNotice(title, message)}\n`);
  try {
    return await runStep(host, run, notice);
  } catch (error) {
    // Later steps read the outputs, even if no scan was started.
    const exitStatus = error instanceof CliError ? error.exitStatus : 'service';
    const outputs = { result: exitStatus, 'exit-code': String(exitCodes[exitStatus].code) };
    publish('outputs', () => writeOutputs(host.env, outputs), notice);
    throw error;
  }
}

type Run = (argv: readonly string[], host: Host) => Promise<number>;
type Notice = (title: string, message: string) => void;

async function runStep(host: Host, run: Run, notice: Notice): Promise<ExitStatus> {
  const { env } = host;
  if (env.GITHUB_ACTIONS !== 'true') {
    throw createUsageError(
      'not-in-github-actions',
      'github-action is only for steps of GitHub Actions.',
      'See a11y-scan trigger --help.',
    );
  }
  const inputs = readInputs(env);
  const pipeline = detectPipeline(env);
  const decision = decideScan(inputs, {
    pipeline,
    event: env.GITHUB_EVENT_NAME,
    actor: env.GITHUB_ACTOR,
    hasKey: Boolean(env.A11Y_SCAN_API_KEY?.trim()),
  });
  if (decision.kind === 'skip') {
    notice('Accessibility scan skipped', decision.why);
    publish('outputs', () => writeOutputs(env, { result: 'skipped', 'exit-code': '0' }), notice);
    return 'passed';
  }
  const files = createReportPaths(env, inputs);
  let result: ScanResult = { scanId: null, siteId: null, problem: null };
  const code = await run(buildCommandLine(decision, inputs, files), {
    ...host,
    onResult: (document) => {
      result = readScanResult(document);
    },
  });
  const exitStatus = toExitStatus(code);
  publish('outputs', () => writeOutputs(env, buildOutputs(exitStatus, result, files)), notice);
  if (silentStatuses.includes(exitStatus)) return exitStatus;
  const markdown = hasContent(files.markdown) ? readFileSync(files.markdown, 'utf8') : null;
  if (inputs.summary) {
    publish('summary', () => writeSummary(env, markdown ?? renderProblem(result), notice), notice);
  }
  if (inputs.comment && markdown !== null) {
    const why = await publishComment(host, pipeline, markdown, inputs.commentKey);
    if (why !== null) notice('No comment on the pull request', why);
  } else if (inputs.comment) {
    const scan = { key: inputs.commentKey, site: getMarkerSite(decision, inputs, result) };
    const why = await replaceOutdatedComment(host, pipeline, renderProblem(result), scan);
    if (why !== null) notice('The comment on the pull request was not changed', why);
  }
  return exitStatus;
}

/** Returns the paths of the report files, in a folder that the runner deletes after the job. */
function createReportPaths(env: Host['env'], { sarif }: Inputs) {
  const parent = env.RUNNER_TEMP || tmpdir();
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'a11y-scan-'));
  return {
    markdown: join(folder, 'accessibility.md'),
    html: join(folder, 'accessibility.html'),
    ...(sarif ? { 'sarif-github': join(folder, 'accessibility.sarif') } : {}),
  } satisfies Partial<Record<ReportFormat, string>>;
}

function buildOutputs(
  exitStatus: ExitStatus,
  { scanId }: ScanResult,
  { html, 'sarif-github': sarif }: ReturnType<typeof createReportPaths>,
): Record<string, string> {
  return {
    result: exitStatus,
    'exit-code': String(exitCodes[exitStatus].code),
    'scan-id': scanId ?? '',
    'sarif-file': hasContent(sarif) ? sarif : '',
    'html-file': hasContent(html) ? html : '',
  };
}

function hasContent(path: string | undefined): path is string {
  return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function writeOutputs({ GITHUB_OUTPUT }: Host['env'], outputs: Record<string, string>): void {
  if (GITHUB_OUTPUT) appendOutputs(GITHUB_OUTPUT, outputs);
}

function writeSummary({ GITHUB_STEP_SUMMARY }: Host['env'], markdown: string, notice: Notice): void {
  if (!GITHUB_STEP_SUMMARY || appendSummary(GITHUB_STEP_SUMMARY, markdown)) return;
  notice('No job summary of the scan', 'The summary of this job would be larger than GitHub allows.');
}

/** Reports an error as a notice, because a failure to publish must not fail the step. */
function publish(what: string, write: () => void, notice: Notice): void {
  try {
    write();
  } catch (error) {
    notice(`The ${what} could not be written`, String(error));
  }
}

function toExitStatus(code: number): ExitStatus {
  const known = Object.entries(exitCodes).find(([, each]) => each.code === code);
  return (known?.[0] as ExitStatus | undefined) ?? 'service';
}
