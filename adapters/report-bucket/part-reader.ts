import { parseFindingIndex } from '../../core/reports/finding-index.ts';
import { parseGroups } from '../../core/reports/scan-groups.ts';
import { parsePages } from '../../core/reports/scan-pages.ts';
import { scanResultsSchema } from '../../core/reports/scan-results.ts';
import { buildRevisionKey, revisionParts, type ScanRevision } from '../../core/scans/object-keys.ts';
import { getObject, type ReportBucket } from './report-bucket.ts';

/** Maximum number of parts in the cache of a reader. */
const CACHED_MAX = 2;

/** The parts of a report revision that the API reads as a whole, and how to parse them. */
const parsers = {
  findingsIndex: parseFindingIndex,
  groups: parseGroups,
  pages: parsePages,
  results: (text: string) => scanResultsSchema.parse(JSON.parse(text)),
};
type Part = keyof typeof parsers;
type ParsedPart<Name extends Part> = ReturnType<(typeof parsers)[Name]>;

/**
 * Returns a function that reads a part of a report revision; undefined if the bucket no longer has it. The function
 * caches the last parts, which never change, because a caller that pages through a list needs the same part again.
 */
export function createPartReader<Name extends Part>(
  bucket: ReportBucket,
  part: Name,
): (of: ScanRevision) => Promise<ParsedPart<Name> | undefined> {
  const cached = new Map<string, ParsedPart<Name>>();
  return async (of) => {
    const key = buildRevisionKey(of, revisionParts[part]);
    const before = cached.get(key);
    if (before) return before;
    const stored = await getObject(bucket, key);
    if (!stored) return undefined;
    const parsed = parsers[part](new TextDecoder().decode(stored)) as ParsedPart<Name>;
    const [oldest] = cached.keys();
    if (cached.size >= CACHED_MAX && oldest !== undefined) cached.delete(oldest);
    cached.set(key, parsed);
    return parsed;
  };
}
