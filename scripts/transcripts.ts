/**
 * Puts into README.md what the command prints of a passing and of a failing run: `npm run transcripts`; with
 * `-- --check` it changes nothing and fails unless the README says just that. The service runs embedded meanwhile.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAccess } from '../local/demo/access.ts';
import { untilHealthy } from '../local/demo/api.ts';
import { Runtime } from '../local/runtime.ts';
import { withTranscripts } from './transcripts/readme.ts';
import { recordTranscripts } from './transcripts/record.ts';

const README = join(import.meta.dirname, '..', 'README.md');
const say = (line: string) => console.error(line);

const dataFolder = await mkdtemp(join(tmpdir(), 'transcripts-'));
const runtime = await Runtime.start({ dataFolder, say });
try {
  await untilHealthy(runtime.baseUrl);
  const { service } = await prepareAccess(runtime.data, runtime.baseUrl, false, say);
  const transcripts = await recordTranscripts({ apiUrl: runtime.baseUrl, apiKey: service.apiKey });
  const before = await readFile(README, 'utf8');
  const after = withTranscripts(before, transcripts);
  if (after === before) say('README.md shows what the command prints.');
  else if (process.argv.includes('--check')) {
    console.log(Object.values(transcripts).join('\n'));
    say('README.md shows something else than the command prints, which is above: npm run transcripts');
    process.exitCode = 1;
  } else {
    await writeFile(README, after);
    say('README.md shows now what the command prints.');
  }
} finally {
  await runtime.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
