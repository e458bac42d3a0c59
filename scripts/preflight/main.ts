import { UsageError } from '../../admin/errors.ts';
import { type PreflightOptions, parsePreflight, usageText } from './command-line.ts';
import { runPreflight } from './preflight.ts';

/** `npm run preflight -- --stage prod`: see docs/deploy.md. */
process.exitCode = await run(process.argv.slice(2));

async function run(argv: readonly string[]): Promise<number> {
  let given: PreflightOptions | 'help';
  try {
    given = parsePreflight(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}.\n\n${usageText}`);
    return 2;
  }
  if (given !== 'help') return runPreflight(given, (line) => console.log(line));
  console.log(usageText);
  return 0;
}
