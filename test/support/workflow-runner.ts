import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The contexts of expressions: `github`, `inputs`, `steps` and so on, by name. */
export type Contexts = Record<string, unknown>;

/** A step of a composite action or a job, as written in the file. */
export interface Step {
  id?: string;
  if?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
  'continue-on-error'?: boolean;
}

/** The result of a step. */
export interface StepResult {
  step: Step;
  outcome: 'success' | 'failure' | 'skipped';
  /** Set for a `run` step that ran. */
  exitCode: number | null;
  /** Standard output and standard error, interleaved. */
  log: string;
  outputs: Record<string, string>;
  /** The text that was written to GITHUB_STEP_SUMMARY. */
  summary: string;
  /** Inputs of a `uses` step, with expressions evaluated. */
  with: Record<string, string>;
}

/**
 * Runs steps as GitHub's runner does: conditions, expressions, `env`, files for outputs and summaries, and `bash
 * --noprofile --norc -eo pipefail` for scripts
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsshell). An action
 * in `uses` does not run; its inputs are passed to the callback `uses`.
 * @param folder where files are written
 * @param started called with the shell of each script that runs
 */
export async function runSteps(
  steps: readonly Step[],
  {
    contexts,
    env,
    folder,
    cwd,
    uses = () => {},
    started = () => {},
  }: {
    contexts: Contexts;
    env: Record<string, string>;
    folder: string;
    cwd: string;
    uses?: (name: string, inputs: Record<string, string>) => void;
    started?: (step: Step, shell: ChildProcess) => void;
  },
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const outputsById: Record<string, { outputs: Record<string, string> }> = {};
  let failed = false;
  for (const [index, step] of steps.entries()) {
    const all = { ...contexts, steps: outputsById };
    const result: StepResult = {
      step,
      outcome: 'skipped',
      exitCode: null,
      log: '',
      outputs: {},
      summary: '',
      with: {},
    };
    results.push(result);
    if (!isDue(step.if, all, failed)) continue;
    result.with = filledAll(step.with ?? {}, all);
    if (step.uses !== undefined) uses(step.uses, result.with);
    if (step.run !== undefined) {
      const files = join(folder, `step-${index}`);
      mkdirSync(files, { recursive: true });
      const [output, summary] = [join(files, 'output'), join(files, 'summary')];
      for (const path of [output, summary]) writeFileSync(path, '');
      const own = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
      const script = join(files, 'script.sh');
      writeFileSync(script, filled(step.run, all));
      const variables = { ...env, ...filledAll(step.env ?? {}, all), ...own };
      const ran = await runScript(script, variables, cwd, (shell) => started(step, shell));
      Object.assign(result, ran, {
        outputs: outputsOf(readFileSync(output, 'utf8')),
        summary: readFileSync(summary, 'utf8'),
      });
    }
    result.outcome = (result.exitCode ?? 0) === 0 ? 'success' : 'failure';
    failed ||= result.outcome === 'failure' && step['continue-on-error'] !== true;
    if (step.id !== undefined) outputsById[step.id] = { outputs: result.outputs };
  }
  return results;
}

/** Returns whether a step or a job with this condition runs. @param failed true if an earlier step or job failed */
export function isDue(condition: string | undefined, contexts: Contexts, failed: boolean): boolean {
  const text = (condition ?? 'success()').replace(/^\$\{\{([\s\S]*)\}\}$/, '$1');
  const checksStatus = /\b(?:always|success|failure|cancelled)\(\)/.test(text);
  return truthy(evaluate(checksStatus ? text : `success() && (${text})`, contexts, failed));
}

/**
 * Runs a script by bash, as GitHub's runner does.
 * @param started called with the shell, the only process that the runner signals when a job is cancelled
 */
export async function runScript(
  script: string,
  env: Record<string, string>,
  cwd: string,
  started: (shell: ChildProcess) => void = () => {},
): Promise<{ exitCode: number; log: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? -1));
  });
  return { exitCode, log };
}

/** Parses the file of GITHUB_OUTPUT: `name=value` and `name<<delimiter`. */
function outputsOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined && delimiter !== undefined) {
      const end = lines.indexOf(delimiter, at + 1);
      if (end < 0) throw new Error(`No end of the output ${name}`);
      found[name] = lines.slice(at + 1, end).join('\n');
      at = end;
    } else if (line !== '') {
      const [, key, value] = /^([^=]+)=(.*)$/.exec(line) ?? [];
      if (key === undefined || value === undefined) throw new Error(`Not an output: ${line}`);
      found[key] = value;
    }
  }
  return found;
}

/** Returns a text with its `${{ }}` expressions evaluated. */
export function filled(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_all, expression: string) =>
    String(evaluate(expression, contexts, false) ?? ''),
  );
}

function filledAll(members: Record<string, unknown>, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, filled(String(value), contexts)]),
  );
}

const TOKEN = /\s*(?:('(?:[^']|'')*')|(&&|\|\||==|!=|!|\(|\))|([\w-]+(?:\.[\w-]+)*))/y;

/**
 * Evaluates the expressions that the files use: contexts, texts, `always()` and similar, `==`, `!=`, `!`, `&&`, `||`
 * and brackets (https://docs.github.com/en/actions/reference/workflows-and-actions/expressions).
 * @throws Error for any other expression
 */
function evaluate(expression: string, contexts: Contexts, failed: boolean): unknown {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const text = expression.trimEnd();
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`Not understood: ${text.slice(at)}`);
    tokens.push(match[0].trim());
  }
  const take = (token: string) => tokens[0] === token && tokens.shift() !== undefined;
  const either = (): unknown => {
    let value = both();
    while (take('||')) {
      const other = both();
      value = truthy(value) ? value : other;
    }
    return value;
  };
  const both = (): unknown => {
    let value = compared();
    while (take('&&')) {
      const other = compared();
      value = truthy(value) ? other : value;
    }
    return value;
  };
  const compared = (): unknown => {
    const value = single();
    if (take('==')) return same(value, single());
    if (take('!=')) return !same(value, single());
    return value;
  };
  const single = (): unknown => {
    if (take('!')) return !truthy(single());
    if (take('(')) {
      const value = either();
      if (!take(')')) throw new Error(`No ) in ${text}`);
      return value;
    }
    const token = tokens.shift();
    if (token === undefined) throw new Error(`Too short: ${text}`);
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (take('(')) {
      if (!take(')')) throw new Error(`Not understood: ${text}`);
      if (!(token in statuses)) throw new Error(`No function ${token}`);
      return statuses[token as keyof typeof statuses](failed);
    }
    return token
      .split('.')
      .reduce<unknown>((value, name) => (value as Contexts | null | undefined)?.[name], contexts);
  };
  const value = either();
  if (tokens.length > 0) throw new Error(`Not understood: ${tokens.join(' ')}`);
  return value;
}

const statuses = {
  always: () => true,
  success: (failed: boolean) => !failed,
  failure: (failed: boolean) => failed,
  cancelled: () => false,
};

const truthy = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false;

/** Texts are compared case-insensitively, and null equals the empty text. */
function same(one: unknown, other: unknown): boolean {
  return String(one ?? '').toLowerCase() === String(other ?? '').toLowerCase();
}
