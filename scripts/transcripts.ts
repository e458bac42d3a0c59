/**
 * Writes the output of a passing and of a failing run of the command into docs/cli.md: `npm run transcripts`. With
 * `-- --check` it changes nothing, and fails if docs/cli.md shows another output. The service runs embedded meanwhile.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAccess } from '../local/demo/access.ts';
import { waitUntilHealthy } from '../local/demo/api.ts';
import { Runtime } from '../local/runtime.ts';
import { insertTranscripts } from './transcripts/insert-transcripts.ts';
import { recordTranscripts } from './transcripts/record.ts';

const documentPath = join(import.meta.dirname, '..', 'docs', 'cli.md');
const say = (line: string) => console.error(line);

const dataFolder = await mkdtemp(join(tmpdir(), 'transcripts-'));
const runtime = await Runtime.start({ dataFolder, loopbackPorts: 'all', say });
try {
  await waitUntilHealthy(runtime.baseUrl);
  const service = await prepareAccess(runtime.data, runtime, undefined, say);
  const transcripts = await recordTranscripts({ apiUrl: runtime.baseUrl, apiKey: service.apiKey });
  const before = await readFile(documentPath, 'utf8');
  const after = insertTranscripts(before, transcripts);
  if (after === before) say('docs/cli.md shows the current output.');
  else if (process.argv.includes('--check')) {
    console.log(Object.values(transcripts).join('\n'));
    say('docs/cli.md does not show the output above. To update it: npm run transcripts');
    process.exitCode = 1;
  } else {
    await writeFile(documentPath, after);
    say('docs/cli.md was updated.');
  }
} finally {
  await runtime.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
