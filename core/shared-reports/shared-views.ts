import { z } from 'zod';
import { pictureSchema } from '../findings/picture.ts';
import { findingViewSchema } from '../reports/finding-view.ts';
import { scanGroupViewSchema } from '../reports/scan-groups.ts';
import { scanPageSchema } from '../reports/scan-pages.ts';
import { scanResultsSchema } from '../reports/scan-results.ts';
import { reportComparisonSchema } from '../reports/schema/comparison.ts';
import { reportEngineSchema, reportScanSchema, reportSiteSchema } from '../reports/schema/scan.ts';

/**
 * What strangers see of a report. Each schema names the members that they may see, and parsing drops all others. So a
 * member that is added to reports later stays hidden until somebody decides about it. A golden file has the complete
 * list.
 */

const results = scanResultsSchema.shape;
const { configuration } = results;
const { crawl, page } = configuration.shape.settings.shape;

/** The results of a shared report. */
export const sharedResultsSchema = z
  .object({
    expiresAt: z.iso.datetime().meta({ description: 'Until when the link works, unless it is revoked.' }),
    scan: reportScanSchema
      .pick({ status: true, incomplete: true, incompleteReason: true })
      .extend(reportScanSchema.pick({ createdAt: true, startedAt: true, finishedAt: true }).shape),
    site: reportSiteSchema.pick({ name: true, url: true }),
    configuration: z.object({
      ruleSets: configuration.shape.ruleSets,
      startUrls: configuration.shape.startUrls,
      settings: z.object({
        crawl: crawl.pick({
          crawl: true,
          maxPages: true,
          maxDepth: true,
          includeUrls: true,
          excludeUrls: true,
        }),
        page: page.pick({
          viewport: true,
          mobile: true,
          colorScheme: true,
          reducedMotion: true,
          locale: true,
          includeSelectors: true,
          excludeSelectors: true,
        }),
      }),
    }),
    engines: z.array(
      reportEngineSchema.pick({
        axe: true,
        browser: true,
        viewport: true,
        mobile: true,
        colorScheme: true,
        reducedMotion: true,
        locale: true,
        pageCount: true,
      }),
    ),
    crawl: results.crawl,
    limits: results.limits,
    summary: results.summary,
    gate: results.gate,
    comparison: reportComparisonSchema
      .pick({ whyNone: true, violations: true, needsReview: true, byEngine: true })
      .extend({
        baseline: z
          .object({ branch: z.string().nullable(), createdAt: z.string() })
          .nullable()
          .meta({ description: 'The scan that this scan was compared with; null without a baseline.' }),
        fixed: reportComparisonSchema.shape.fixed,
        notSeenAgain: reportComparisonSchema.shape.notSeenAgain,
      }),
    violations: results.violations,
    needsReview: results.needsReview,
    timeToFix: results.timeToFix,
  })
  .meta({
    id: 'SharedResults',
    description: 'A shared report without its findings, issue groups and pages, which other calls list.',
  });
export type SharedResults = z.infer<typeof sharedResultsSchema>;

/** An issue group of a shared report. */
export const sharedGroupSchema = scanGroupViewSchema
  .pick({
    id: true,
    ruleId: true,
    kind: true,
    impact: true,
    oneFix: true,
    elements: true,
    suppressed: true,
    decidedFine: true,
    decidedProblems: true,
    decisionsOutdated: true,
    unlisted: true,
    byState: true,
    byEngine: true,
    pageIds: true,
    pageCount: true,
    element: true,
    help: true,
    remedy: true,
    successCriteria: true,
  })
  .meta({ id: 'SharedIssueGroup', description: 'An issue group of a shared report.' });
export type SharedGroup = z.infer<typeof sharedGroupSchema>;

/** A finding of a shared report. */
export const sharedFindingSchema = findingViewSchema
  .pick({
    kind: true,
    ruleId: true,
    help: true,
    successCriteria: true,
    target: true,
    path: true,
    html: true,
    impact: true,
    fix: true,
    howToFix: true,
    pageId: true,
    url: true,
    fingerprint: true,
    issueGroup: true,
    state: true,
    cause: true,
    suppressedBy: true,
    decision: true,
  })
  .extend({
    picture: pictureSchema
      .pick({ id: true, width: true, height: true, element: true })
      .nullable()
      .meta({ description: 'Picture of the element; null without a picture.' }),
  })
  .meta({ id: 'SharedFinding', description: 'A finding of a shared report.' });
export type SharedFinding = z.infer<typeof sharedFindingSchema>;

/** A page of a shared report. */
export const sharedPageSchema = scanPageSchema
  .pick({
    id: true,
    url: true,
    depth: true,
    foundOn: true,
    finalUrl: true,
    title: true,
    httpStatus: true,
    startedAt: true,
    durationMs: true,
    attempts: true,
    state: true,
    outcome: true,
    detail: true,
    changed: true,
    incomplete: true,
    framesNotJudged: true,
    violations: true,
    needsReview: true,
    new: true,
  })
  .meta({ id: 'SharedPage', description: 'A page of a shared report.' });
export type SharedPage = z.infer<typeof sharedPageSchema>;

export const sharedPictureSchema = z
  .object({
    mediaType: z.literal('image/webp'),
    data: z.string().meta({ description: 'The image in base64.' }),
  })
  .meta({ id: 'SharedPicture', description: 'A picture of a finding of a shared report.' });
export type SharedPicture = z.infer<typeof sharedPictureSchema>;
