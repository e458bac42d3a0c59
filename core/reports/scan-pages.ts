import { z } from 'zod';
import { formatMeanings } from '../meanings.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { pageOutcomeSchema } from '../scans/page-outcome.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { comparePagePositions, hasRuleResults } from './pages.ts';
import type { ReportPage } from './report.ts';
import { countSchema } from './schema/numbers.ts';
import { reportPageSchema } from './schema/page.ts';

/** The states of a page while its scan runs. */
const pageStates = {
  waiting: 'No browser has it yet.',
  running: 'It is in a browser, or was sent to one.',
  ended: 'It has its outcome.',
} as const;
export type PageState = keyof typeof pageStates;
export const pageStateNames = Object.keys(pageStates) as [PageState, ...PageState[]];

const ofReport = reportPageSchema.pick({
  id: true,
  depth: true,
  foundOn: true,
  finalUrl: true,
  title: true,
  httpStatus: true,
  startedAt: true,
  durationMs: true,
  attempts: true,
});

/** A page in the list of pages of a scan. */
export const scanPageSchema = ofReport
  .extend({
    url: z.string().meta({ description: 'URL of the page as it was requested.' }),
    state: z.enum(pageStateNames).meta({ description: formatMeanings(pageStates) }),
    outcome: pageOutcomeSchema.nullable().meta({
      description: 'How the page ended; null before that. Until the report is ready, it can change once.',
    }),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'One sentence on how the page ended; null before that.' }),
    changed: z.string().nullable().meta({
      description:
        'A sentence if the page changed so much since the baseline that findings which it no longer has are not counted as fixed; else null.',
    }),
    incomplete: reportPageSchema.shape.incomplete.nullable(),
    framesNotJudged: countSchema.nullable(),
    violations: countSchema.nullable().meta({
      description:
        'Elements with a violation, without suppressed ones; null without a report, and for a page that was not scanned.',
    }),
    needsReview: countSchema.nullable().meta({
      description:
        'Elements that need review, without suppressed ones and those that a person decided to be fine; null without a report, and for a page that was not scanned.',
    }),
    new: countSchema.nullable().meta({
      description:
        'Listed violations that are new or regressed, without suppressed ones; null without a report or a baseline, and for a page that was not scanned.',
    }),
  })
  .meta({
    id: 'ScanPage',
    description: 'A page of a scan. Members of its result are null until the report is ready.',
  });
export type ScanPage = z.infer<typeof scanPageSchema>;

const storedPagesSchema = z.object({ version: z.literal(1), pages: z.array(scanPageSchema) });

/**
 * Returns the text of `pages.json`.
 * @param newByPage number of new or regressed violations of a page, by its id; pages without any may be missing. Null
 *   if the scan was not compared with a baseline
 */
export function serializePages(
  pages: readonly ReportPage[],
  newByPage: ReadonlyMap<string, number> | null,
): string {
  const stored: z.infer<typeof storedPagesSchema> = {
    version: 1,
    // Parsing drops the members that the list does not have, such as the outcome of each rule.
    pages: pages.map((page) =>
      scanPageSchema.parse({
        ...page,
        url: page.requestedUrl,
        state: 'ended',
        changed: page.changed ?? null,
        new: newByPage === null ? null : (newByPage.get(page.id) ?? 0),
        // Zero would say that a page without a test has no problem.
        ...(hasRuleResults(page) ? {} : { violations: null, needsReview: null, new: null }),
      }),
    ),
  };
  return JSON.stringify(stored);
}

/** Parses the text of `pages.json`. @throws Error if it is not a list of pages */
export function parsePages(text: string): ScanPage[] {
  return storedPagesSchema.parse(JSON.parse(text)).pages;
}

/**
 * Returns the pages of a scan without a report, in the order of the report.
 * @param frontier all pages of the scan, in any order
 * @param hasEnded whether the scan has ended: pages without an outcome were not attempted then
 */
export function listFrontierPages(frontier: readonly FrontierPage[], hasEnded: boolean): ScanPage[] {
  return frontier.toSorted(comparePagePositions).map((page) => ({
    id: page.pageId,
    url: redactQueries(page.url),
    depth: page.depth,
    foundOn: null,
    finalUrl: null,
    title: null,
    httpStatus: null,
    startedAt: null,
    durationMs: null,
    attempts: page.attempts,
    ...describeEnd(page, hasEnded),
    changed: null,
    incomplete: null,
    framesNotJudged: null,
    violations: null,
    needsReview: null,
    new: null,
  }));
}

function describeEnd(
  { state, outcome, detail }: FrontierPage,
  hasEnded: boolean,
): Pick<ScanPage, 'state' | 'outcome' | 'detail'> {
  if (outcome !== undefined) return { state: 'ended', outcome, detail: detail ?? null };
  if (hasEnded) return { state: 'ended', outcome: 'not-attempted', detail: null };
  return { state: state === 'open' ? 'waiting' : 'running', outcome: null, detail: null };
}
