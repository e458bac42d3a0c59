import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { insertTranscripts } from '../../scripts/transcripts/insert-transcripts.ts';
import { recordTranscripts } from '../../scripts/transcripts/record.ts';
import { sharedService } from '../support/service.ts';

it('prints the outputs that docs/cli.md shows, for a run that passes and for a run that fails', async () => {
  const service = await sharedService();
  // It is valid for 60 days, so that no warning about its expiry is printed.
  const expiresAt = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const { value } = await service.key(await service.account(), { expiresAt });
  const document = await readFile(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
  const transcripts = await recordTranscripts({ apiUrl: service.runtime.baseUrl, apiKey: value });
  expect(insertTranscripts(document, transcripts)).toBe(document);
});
