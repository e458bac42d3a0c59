import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteStateSchema } from '../../../core/comparison/site-state.ts';
import type { Report } from '../../../core/reports/report.ts';
import { reportFormatNames, reportFormats } from '../../../core/reports/report-formats.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { parseGroups } from '../../../core/reports/scan-groups.ts';
import { parsePages } from '../../../core/reports/scan-pages.ts';
import { buildReportKey, buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { isScanned } from '../../../core/scans/page-outcome.ts';
import { putRevision } from '../../../functions/finish-scan/put-revision.ts';
import { buildReport, type ReportInput } from '../../support/build-report.ts';
import { finding, identity, node, page, result, richInput } from './fixtures.ts';
import { MemoryBucket } from './memory-bucket.ts';

let folders: string;
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'revision-test-'));
});
afterAll(() => rm(folders, { recursive: true, force: true }));

const of = {
  accountId: 'acct_01arz3ndektsv4rrffq69g5fav',
  scanId: 'scan_01arz3ndektsv4rrffq69g5fav',
  edition: 'e1',
};

interface Put {
  head: Report;
  bucket: MemoryBucket;
  folder: string;
}

/** Writes the report revision of an input, whose results are in the bucket under the keys that its pages name. */
async function put(
  input: ReportInput,
  { writesState = true, bucket = new MemoryBucket() } = {},
): Promise<Put> {
  const { pages, results, ...subject } = input;
  for (const each of results) bucket.putResult(`results/${each.pageId}`, each);
  const folder = await mkdtemp(join(folders, 'run-'));
  const known = pages.map((each) => ({ ...each, resultKey: `results/${each.pageId}` }));
  const head = await putRevision(
    { subject: async () => subject, pages: known, of, writesState },
    bucket,
    folder,
  );
  return { head, bucket, folder };
}

describe('a report revision', () => {
  let revision: Put;
  beforeAll(async () => {
    revision = await put(richInput());
  });

  it('has every format with its content type, and the objects that later scans and the API need', () => {
    const { objects } = revision.bucket;
    for (const format of reportFormatNames) {
      expect(objects.get(buildReportKey(of, format))?.contentType, format).toBe(
        reportFormats[format].contentType,
      );
    }
    for (const name of Object.values(revisionParts))
      expect(objects.has(buildRevisionKey(of, name)), name).toBe(true);
    const inRevision = [...objects.keys()].filter((key) => key.startsWith('reports/'));
    expect(inRevision).toHaveLength(reportFormatNames.length + Object.keys(revisionParts).length);
  });

  it('is in JSON, byte for byte, the in-memory report', async () => {
    const report = await buildReport(richInput());
    expect(revision.bucket.text(buildReportKey(of, 'json'))).toBe(JSON.stringify(report));
  });

  it('lists the findings in the order of the report', async () => {
    const { violations, needsReview } = await buildReport(richInput());
    const rows = revision.bucket.text(buildRevisionKey(of, revisionParts.findings)).trimEnd().split('\n');
    const found = rows.map((row) => JSON.parse(row) as ReportFinding);
    expect(found).toEqual([
      ...violations.flatMap(({ ruleId, nodes }) =>
        nodes.map((each) => ({ kind: 'violation', ruleId, node: each })),
      ),
      ...needsReview.flatMap(({ ruleId, nodes }) =>
        nodes.map((each) => ({ kind: 'review', ruleId, node: each })),
      ),
    ]);
  });

  it('stores the position of each line of the findings', () => {
    const { columns } = JSON.parse(revision.bucket.text(buildRevisionKey(of, revisionParts.findingsIndex)));
    const rows = revision.bucket.text(buildRevisionKey(of, revisionParts.findings)).split('\n').slice(0, -1);
    expect(columns.bytes).toEqual(rows.map((row) => Buffer.byteLength(row) + 1));
  });

  it('stores the results without the long lists, and the issue groups and pages in the order of the report', async () => {
    const report = await buildReport(richInput());
    const read = (part: keyof typeof revisionParts) =>
      revision.bucket.text(buildRevisionKey(of, revisionParts[part]));
    const { pages, issueGroups, violations, needsReview, ...rest } = report;
    const withoutNodes = (rules: Report['violations']) => rules.map(({ nodes: _, ...rule }) => rule);
    const results = {
      ...rest,
      violations: withoutNodes(violations),
      needsReview: withoutNodes(needsReview),
      timeToFix: { groupsFixed: 0, medianDays: null },
      suppressionsOmitted: 0,
    };
    expect(JSON.parse(read('results'))).toEqual(results);
    expect(
      parseGroups(read('groups')).map(({ id, elements, pageCount, firstSeen }) => [
        id,
        elements,
        pageCount,
        firstSeen?.scanId,
      ]),
    ).toEqual(issueGroups.map(({ id, elements, pageIds }) => [id, elements, pageIds.length, rest.scan.id]));
    expect(parsePages(read('pages'))).toMatchObject(
      pages.map(({ id, requestedUrl, outcome, violations: count }) => ({
        id,
        url: requestedUrl,
        outcome,
        state: 'ended',
        violations: isScanned(outcome) ? count : null,
        new: null,
      })),
    );
  });

  it('counts the new violations of each page', async () => {
    const input = richInput();
    const without = Array.from(input.results, (each) => ({
      ...each,
      findings: each.findings.filter(({ ruleId }) => ruleId !== 'label' && ruleId !== 'aria-hidden-focus'),
    }));
    const before = await put({ ...input, results: without });
    const state = siteStateSchema.parse(
      JSON.parse(before.bucket.text(buildRevisionKey(of, revisionParts.state))),
    );
    const comparison: ReportInput['comparison'] = {
      ...input.comparison,
      baseline: { scanId: of.scanId, branch: null, createdAt: '2026-10-01T10:00:00.000Z', chosenBy: 'site' },
      whyNone: null,
      state,
      carried: state,
    };
    const { bucket, head } = await put({ ...input, comparison });
    expect([head.comparison.violations.new, head.comparison.needsReview.new]).toEqual([2, 1]);
    const pages = parsePages(bucket.text(buildRevisionKey(of, revisionParts.pages)));
    expect(pages.map(({ id, new: count }) => [id, count])).toEqual([
      ['a', 2],
      ['b', 0],
      ['c', null],
    ]);
  });

  it('returns the header that the formats were rendered from', async () => {
    const report = await buildReport(richInput());
    const emptied = (rules: Report['violations']) => rules.map((rule) => ({ ...rule, nodes: [] }));
    expect(revision.head).toEqual({
      ...report,
      violations: emptied(report.violations),
      needsReview: emptied(report.needsReview),
    });
  });

  it('leaves a state that matches the published schema', () => {
    const state = JSON.parse(revision.bucket.text(buildRevisionKey(of, revisionParts.state)));
    expect(siteStateSchema.parse(state)).toEqual(state);
    expect(Object.keys(state.pages)).toEqual(['/a', '/b', '/c']);
  });

  it('leaves no state if later scans must not be compared with it', async () => {
    const { bucket } = await put(richInput(), { writesState: false });
    expect(bucket.objects.has(buildRevisionKey(of, revisionParts.state))).toBe(false);
    expect(bucket.objects.has(buildRevisionKey(of, revisionParts.known))).toBe(false);
  });

  it('keeps no file except the findings, which all formats are rendered from', async () => {
    expect(await readdir(revision.folder)).toEqual(['findings']);
  });

  it('is the same, object by object, however often it is written', async () => {
    const again = await put(richInput());
    expect([...again.bucket.objects]).toEqual([...revision.bucket.objects]);
  });

  it('is also written for a scan without findings', async () => {
    const { head, bucket } = await put({ ...richInput(), pages: [page('a')], results: [result('a')] });
    expect(head.summary.violations.elements).toBe(0);
    expect(bucket.text(buildRevisionKey(of, revisionParts.findings))).toBe('');
  });
});

describe('the results that a report revision is built from', () => {
  const many = (count: number): ReportInput => ({
    ...richInput(),
    pages: Array.from({ length: count }, (_, position) => page(`p${position}`, { position })),
    results: Array.from({ length: count }, (_, index) =>
      result(`p${index}`, [finding('label', [node(`#q${index}`, { identity: identity(`${index}`) })])]),
    ),
  });

  it('are read a few at a time, and reported in the order of the pages', async () => {
    const { head, bucket } = await put(many(20));
    expect(bucket.mostOpen).toBeGreaterThan(1);
    expect(bucket.mostOpen).toBeLessThanOrEqual(6);
    const rows = bucket.text(buildRevisionKey(of, revisionParts.findings)).trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row).node.pageId)).toEqual(head.pages.map(({ id }) => id));
  });

  it.each([
    [
      'is missing',
      (bucket: MemoryBucket) => bucket.objects.delete('results/p1'),
      'results/p1 is not in the bucket',
    ],
    [
      'is of another page',
      (bucket: MemoryBucket) => bucket.putResult('results/p1', result('else')),
      'of another page',
    ],
  ])('cause a failure if one %s', async (_, spoil, message) => {
    const bucket = new MemoryBucket();
    const { pages, results, ...subject } = many(3);
    for (const each of results) bucket.putResult(`results/${each.pageId}`, each);
    spoil(bucket);
    const known = pages.map((each) => ({ ...each, resultKey: `results/${each.pageId}` }));
    const folder = await mkdtemp(join(folders, 'run-'));
    const made = putRevision(
      { subject: async () => subject, pages: known, of, writesState: true },
      bucket,
      folder,
    );
    await expect(made).rejects.toThrow(message);
    expect([...bucket.objects.keys()].filter((key) => key.startsWith('reports/'))).toEqual([]);
  });
});
