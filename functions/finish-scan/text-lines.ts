import { createReadStream } from 'node:fs';
import type { ReportFinding } from '../../core/reports/report-source.ts';

const CHUNK_BYTES = 256 * 1024;

/** Yields the lines of a UTF-8 text file without line feeds. The file is closed also if the reader stops early. */
export async function* readTextLines(path: string): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
  if (begun !== '') yield begun;
}

/** Yields the findings of a file with one finding as JSON per line. */
export async function* readStoredFindings(path: string): AsyncGenerator<ReportFinding> {
  for await (const line of readTextLines(path)) yield JSON.parse(line) as ReportFinding;
}
