import { readCommandLine } from './arguments.ts';
import { UsageError } from './errors.ts';
import { explain } from './explain.ts';
import { helpText } from './help.ts';
import { jsonText, oneLine } from './terminal-text.ts';

/**
 * The administration tool: `node admin/main.ts COMMAND [flags]`, on a deployed stack or on the runtime of this
 * machine. Exit codes: 0 done, 1 it could not be done, 2 it was asked wrongly.
 */
try {
  const line = readCommandLine(process.argv.slice(2));
  const [spec] = line.specs;
  if (line.help || spec === undefined) {
    console.log(helpText(line.specs));
  } else {
    const { run } = await spec.load();
    const work = run(line.members, spec);
    const { openTarget } = await import('./target/target.ts');
    const context = await openTarget(line);
    const { json, text } = await work(context);
    console.log(line.json ? jsonText(json) : text);
    context.store.db.destroy();
  }
} catch (error) {
  const wrongUse = error instanceof UsageError;
  console.error(oneLine(wrongUse ? error.message : explain(error)));
  process.exitCode = wrongUse ? 2 : 1;
}
