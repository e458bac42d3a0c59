import { escapeJson } from '../core/text/json.ts';
import { escapeLine } from '../core/text/line.ts';
import { explain, UsageError } from './errors.ts';
import { parseCommandLine } from './parse-command-line.ts';

/** Characters per line of help if standard output is not a terminal. */
const COLUMNS_DEFAULT = 100;

/** The result of one command line. */
export interface AdminResult {
  /** 0 done, 1 failed, 2 usage error. */
  code: 0 | 1 | 2;
  /** Whole lines for standard output. */
  out: string;
  /** Whole lines for standard error. */
  err: string;
}

/** Runs one command line of the administration tool. Never throws. */
export async function runAdmin(argv: readonly string[]): Promise<AdminResult> {
  try {
    const line = parseCommandLine(argv, process.stdout.columns || COLUMNS_DEFAULT);
    if (line.kind === 'text') {
      return line.isError ? { code: 2, out: '', err: line.text } : { code: 0, out: line.text, err: '' };
    }
    const { run } = await line.spec.load();
    const work = run(line.members, line.spec);
    const { openTarget } = await import('./target/target.ts');
    const context = await openTarget(line);
    try {
      const { json, text } = await work(context);
      return { code: 0, out: `${line.json ? escapeJson(JSON.stringify(json, null, 2)) : text}\n`, err: '' };
    } finally {
      context.store.db.destroy();
    }
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = escapeLine(isUsage ? error.message : explain(error));
    return { code: isUsage ? 2 : 1, out: '', err: `${message}\n` };
  }
}
