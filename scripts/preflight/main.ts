import { parseArgs } from 'node:util';
import { runPreflight } from './preflight.ts';

/** `npm run preflight -- --stage prod`: see docs/deploy.md. */
const { values } = parseArgs({ options: { stage: { type: 'string', default: 'dev' } } });
process.exitCode = await runPreflight(values.stage, (line) => console.log(line));
