import { escapeJson } from '../core/text/json.ts';
import { escapeLine } from '../core/text/line.ts';
import { readCommandLine } from './arguments.ts';
import { UsageError } from './errors.ts';
import { explain } from './explain.ts';
import { helpText } from './help.ts';

/** What one command came to. */
export interface Administered {
  /** 0 done, 1 it could not be done, 2 it was asked wrongly. */
  code: 0 | 1 | 2;
  /** For standard output, whole lines. */
  out: string;
  /** For standard error, whole lines. */
  err: string;
}

/** Carries out one command line of the administration tool. Never throws. */
export async function administer(argv: readonly string[]): Promise<Administered> {
  try {
    const line = readCommandLine([...argv]);
    const [spec] = line.specs;
    if (line.help || spec === undefined) return done(helpText(line.specs));
    const { run } = await spec.load();
    const work = run(line.members, spec);
    const { openTarget } = await import('./target/target.ts');
    const context = await openTarget(line);
    try {
      const { json, text } = await work(context);
      return done(line.json ? escapeJson(JSON.stringify(json, null, 2)) : text);
    } finally {
      context.store.db.destroy();
    }
  } catch (error) {
    const wrongUse = error instanceof UsageError;
    const message = escapeLine(wrongUse ? error.message : explain(error));
    return { code: wrongUse ? 2 : 1, out: '', err: `${message}\n` };
  }
}

function done(text: string): Administered {
  return { code: 0, out: `${text}\n`, err: '' };
}
