import { createReadStream } from 'node:fs';
import type { ReportFinding } from '../../core/reports/report-source.ts';

const CHUNK_BYTES = 256 * 1024;

/** The lines of a text file in UTF-8, without their line feeds; the file is closed when its reader stops early, too. */
export async function* readTextLines(path: string): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
  if (begun !== '') yield begun;
}

/** The findings in a file that has one as JSON on each line. */
export async function* readStoredFindings(path: string): AsyncGenerator<ReportFinding> {
  for await (const line of readTextLines(path)) yield JSON.parse(line) as ReportFinding;
}
