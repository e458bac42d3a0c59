import { z } from 'zod';
import {
  baselineSchema,
  findingCauseNames,
  findingCauses,
  findingStateNames,
  findingStates,
} from '../comparison/states.ts';
import { notAttemptedReasonSchema } from '../crawl/not-attempted.ts';
import { reportPictureSchema } from '../findings/earlier-pictures.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { gateSchema } from '../gate/gate.ts';
import { rulesNotRunSchema } from '../gate/rules-not-run.ts';
import { idSchema } from '../ids.ts';
import { meaningsOf } from '../meanings.ts';
import { ruleSetNameSchema } from '../rule-sets/rule-sets.ts';
import { pageOutcomeSchema } from '../scans/page-outcome.ts';
import {
  engineSchema,
  findingNodeSchema,
  impactSchema,
  impacts,
  ruleOutcomeSchema,
  selectorPathSchema,
} from '../scans/page-result.ts';
import { scanConfigSchema } from '../scans/scan-config.ts';
import { scanSettingsSchema } from '../scans/scan-settings.ts';
import { sourcePathsSchema } from '../sites/source-paths.ts';
import { suppressionViewSchema } from '../suppressions/suppression.ts';

/**
 * The version of the report's form, `major.minor`. A member that is added raises the minor number; readers
 * pass over members they do not know. Whatever could break a reader raises the major number.
 */
export const REPORT_SCHEMA_VERSION = '1.4';

const count = z.number().int().min(0);
const time = z.iso.datetime();

const reportScanSchema = z
  .object({
    id: idSchema('scan'),
    status: z.enum(['completed', 'failed', 'cancelled']),
    incomplete: z
      .boolean()
      .meta({ description: 'True when the scan did not run to its end; see incompleteReason.' }),
    incompleteReason: z.string().nullable(),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
    requestId: z.string().nullable().meta({
      description:
        '`X-Request-Id` of the call that triggered the scan; null for a scan that no call triggered.',
    }),
    config: scanConfigSchema,
  })
  .meta({ id: 'ReportScan' });

const reportSiteSchema = z
  .object({
    id: idSchema('site')
      .nullable()
      .meta({ description: 'Null for a scan of no site that the service keeps.' }),
    name: z.string(),
    url: z.string(),
  })
  .meta({ id: 'ReportSite' });

const reportRuleSetSchema = z
  .object({
    name: ruleSetNameSchema,
    meaning: z.string(),
    standard: z.string(),
    version: z.string(),
    axeTags: z.array(z.string()),
    ruleIds: z.array(z.string()),
  })
  .meta({ id: 'ReportRuleSet' });

const reportConfigurationSchema = z
  .object({
    ruleSets: z.array(reportRuleSetSchema).meta({ description: 'The rule sets of the scan.' }),
    ruleIds: z
      .array(z.string())
      .meta({ description: 'The axe rules that were run, of all rule sets together.' }),
    startUrls: z.array(z.string()).meta({ description: 'The start URL, then the listed pages.' }),
    sourcePaths: sourcePathsSchema,
    settings: scanSettingsSchema.meta({
      description: 'What the scan did, with the defaults filled in: how pages were found and opened.',
    }),
  })
  .meta({ id: 'ReportConfiguration' });

const reportEngineSchema = engineSchema
  .extend({
    pageCount: count.meta({ description: 'Pages that were scanned under exactly these conditions.' }),
  })
  .meta({ id: 'ReportEngine' });

const reportCriterionSchema = z
  .object({
    number: z.string().meta({ example: '1.4.3' }),
    name: z.string(),
    level: z.enum(['A', 'AA', 'AAA']),
    url: z.string(),
  })
  .meta({ id: 'ReportCriterion' });

const reportLimitsSchema = z
  .object({
    statement: z.string().meta({ description: 'What automated checks cannot say.' }),
    criteriaTestedInPart: z.array(reportCriterionSchema).meta({
      description:
        'Criteria of the chosen standards that at least one rule which ran belongs to. No rule tests all of one.',
    }),
    criteriaNotTested: z.array(reportCriterionSchema).meta({
      description: 'Criteria of the chosen standards that no rule which ran belongs to.',
    }),
  })
  .meta({ id: 'ReportLimits' });

const reportCrawlSchema = z
  .object({
    adoptedOrigin: z.string().nullable().meta({
      description:
        'Where the start URL moved the site: to https, or with or without `www.`; null when it did not.',
    }),
    notes: z.array(z.string()).meta({
      description: "What of the site's robots.txt and sitemaps could not be read, or not wholly.",
    }),
    notAttempted: z
      .object({
        count: count.meta({ description: 'How many there are.' }),
        byReason: z.partialRecord(notAttemptedReasonSchema, count).meta({
          description: 'How many by reason; a reason without pages is left out.',
        }),
        pages: z
          .array(
            z.object({
              url: z.string().meta({ description: 'The address under which it was found.' }),
              reason: notAttemptedReasonSchema,
            }),
          )
          .meta({ description: 'At most 500 of them.' }),
      })
      .meta({ description: 'Pages that were found and are not part of the scan.' }),
  })
  .meta({ id: 'ReportCrawl', description: 'How the pages of the scan were found.' });

const elementsAndRules = z.object({
  elements: count.meta({
    description: 'Elements; one that is on two pages, or named by two rules, counts twice.',
  }),
  rules: count.meta({ description: 'Rules, each under the worst impact it has.' }),
});

const reportRuleCountSchema = z
  .object({
    ruleId: z.string(),
    help: z.string(),
    impact: impactSchema,
    elements: count,
    pages: count,
  })
  .meta({ id: 'ReportRuleCount' });

const reportCountsSchema = elementsAndRules
  .extend({
    byImpact: z.object(
      Object.fromEntries(impacts.map((impact) => [impact, elementsAndRules])) as Record<
        (typeof impacts)[number],
        typeof elementsAndRules
      >,
    ),
    byRule: z.array(reportRuleCountSchema).meta({ description: 'Worst first, then by number of elements.' }),
  })
  .meta({ id: 'ReportCounts' });

const reportSummarySchema = z
  .object({
    pages: z.object({
      known: count.meta({ description: 'Pages that belong to the scan.' }),
      scanned: count.meta({ description: 'Pages that were scanned, wholly or in part.' }),
      byOutcome: z
        .partialRecord(pageOutcomeSchema, count)
        .meta({ description: 'Pages by outcome; an outcome without pages is left out.' }),
    }),
    rulesNotRun: rulesNotRunSchema,
    violations: reportCountsSchema.meta({ description: 'Without suppressed ones.' }),
    needsReview: reportCountsSchema.meta({
      description: 'What the rules could not decide. Never part of the violations.',
    }),
    suppressed: z
      .object({ violations: elementsAndRules, needsReview: elementsAndRules })
      .meta({ description: 'What a suppression takes out of the numbers above.' }),
    issueGroups: count.meta({
      description:
        'Things to fix: issue groups with a violation that is not suppressed. One fix removes the findings of a group, or probably does: see `oneFix` of each.',
    }),
  })
  .meta({ id: 'ReportSummary' });

const reportRuleOutcomeSchema = ruleOutcomeSchema.extend({
  unlisted: z.object({ violations: count, needsReview: count }).optional().meta({
    description:
      'Elements of this page, suppressed ones among them, that the rule counted and `nodes` does not have; absent where it has all.',
  }),
});

const reportPageSchema = z
  .object({
    id: z.string(),
    requestedUrl: z.string(),
    identity: z.string().optional().meta({
      description:
        'Digest of the whole address, as far as it tells pages apart; only where `requestedUrl` lacks what may be secret.',
    }),
    depth: count.meta({ description: 'Links away from the pages that the scan began with.' }),
    foundOn: z.string().nullable().meta({
      description:
        'Address of the first page of this report that links to it; null when no page of the scan does, such as for a page of a sitemap.',
    }),
    finalUrl: z
      .string()
      .nullable()
      .meta({ description: 'The URL after redirects; null when nothing was reached.' }),
    title: z.string().nullable(),
    httpStatus: z.number().int().nullable(),
    contentType: z.string().nullable(),
    outcome: pageOutcomeSchema,
    detail: z.string().meta({ description: 'One sentence on how the page ended.' }),
    settled: z.boolean().nullable().meta({
      description: 'False when the page was still changing when the rules were run.',
    }),
    startedAt: time.nullable(),
    durationMs: count.nullable(),
    attempts: count.meta({ description: 'Times the page was opened.' }),
    violations: count.meta({
      description: 'Elements with a violation on this page, without suppressed ones.',
    }),
    needsReview: count.meta({
      description: 'Elements on this page that need review, without suppressed ones.',
    }),
    rules: z.array(reportRuleOutcomeSchema).meta({ description: 'What each rule of the scan said here.' }),
    framesNotScanned: z.array(selectorPathSchema).meta({
      description: 'Frames whose content was not judged, each by the selectors from the top document down.',
    }),
    incomplete: z.boolean().meta({
      description:
        'Whether the page may not have shown all of its content when the rules ran: it had not come to rest (and no element of `waitFor` said that it was ready), what `waitFor` asks for did not come about, a script that would not end was stopped, or it asked for more than one page may load.',
    }),
    framesNotJudged: count.meta({
      description:
        'How many of `framesNotScanned` count for the gate: they held a document that was too slow, too large, too deep or one too many, or could not be loaded although they are of the host of the page.',
    }),
  })
  .meta({ id: 'ReportPage' });

export const reportNodeSchema = findingNodeSchema
  .extend({
    path: selectorPathSchema.optional().meta({
      description:
        'Where the element is, for people: in the form of `target`, by the nearest ids and the elements on the way, e.g. `html > body > main > img`. Finds the same element as `target`. Absent in reports before 1.4.',
    }),
    pageId: z.string(),
    url: z.string().meta({ description: 'URL of the page as it was requested.' }),
    impact: impactSchema,
    howToFix: z.string().meta({
      description: 'One plain sentence about this element, with the measured values.',
      example: 'Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
    }),
    fingerprint: z.string().nullable().meta({
      description: 'The same for the same fault in every scan; null where it is not known.',
    }),
    formerly: z.array(z.string()).optional().meta({
      description: 'The same under earlier versions of fingerprints; absent where there is none.',
    }),
    place: z.string().nullable().meta({
      description:
        'Digest of where the element is within its page: finds it again once it was edited. Null where it is not known.',
    }),
    issueGroup: z.string().nullable().meta({ description: 'Id of the issue group; see `issueGroups`.' }),
    state: z.enum(findingStateNames).meta({ description: meaningsOf(findingStates) }),
    cause: z
      .enum(findingCauseNames)
      .nullable()
      .meta({ description: `Of a new or regressed finding; else null. ${meaningsOf(findingCauses)}` }),
    suppressedBy: idSchema('supp').nullable().meta({
      description: 'The suppression that takes it out of the count; null when it counts.',
    }),
    picture: reportPictureSchema.nullable().meta({
      description:
        'Get it by GET /scans/{scanId}/pictures/{pictureId}, of this scan also if an earlier one took it; null when there is none.',
    }),
  })
  .omit({ checks: true, identity: true, marks: true })
  .meta({
    id: 'ReportNode',
    description:
      'One element. `target` has one entry a frame, from the top document down; an entry that is a list walks through shadow roots. Mend any one of `fix.any` and all of `fix.all` and `fix.none`.',
  });

const ruleFindingsSchema = z
  .object({
    ruleId: z.string(),
    help: z.string().meta({ description: 'What should hold.' }),
    description: z.string(),
    helpUrl: z.string().nullable(),
    impact: impactSchema.meta({ description: 'The worst impact among the elements.' }),
    affects: z.string().nullable().meta({ description: 'Whom such a fault affects, where known.' }),
    remedy: z.string().nullable().meta({
      description: 'How such a fault is fixed in general; the `fix` of each node is about that element.',
    }),
    successCriteria: z.array(z.string()).meta({ description: 'Plain numbers, e.g. `1.4.3`.' }),
    criteria: z
      .array(reportCriterionSchema)
      .meta({ description: 'The same with their names and addresses.' }),
    bestPractice: z.boolean().meta({ description: 'True when no success criterion asks for it.' }),
    tags: z.array(z.string()),
    pageCount: count,
    nodeCount: count.meta({
      description:
        'True number of elements, suppressed ones among them. Larger than the length of `nodes` where a page, or the scan as a whole, had more than are kept.',
    }),
    nodes: z.array(reportNodeSchema),
  })
  .meta({ id: 'RuleFindings' });

const byState = z.object({
  ...(Object.fromEntries(findingStateNames.map((state) => [state, count])) as Record<
    (typeof findingStateNames)[number],
    typeof count
  >),
});

const fixedFindingSchema = z
  .object({
    fingerprint: z.string(),
    ruleId: z.string(),
    help: z.string(),
    kind: z.enum(findingKinds),
    impact: impactSchema,
    url: z.string().meta({ description: 'The page as the baseline knew it.' }),
    selector: z.string().meta({ description: 'Where the element was.' }),
  })
  .meta({ id: 'FixedFinding', description: 'A finding of the baseline that is no more.' });

const reportComparisonSchema = z
  .object({
    baseline: baselineSchema.nullable().meta({ description: 'The scan compared with; null for none.' }),
    whyNone: z.string().nullable().meta({ description: 'Why there is no baseline, for people.' }),
    comparableKey: z.string().meta({
      description: 'Equal for scans that can be compared: same rule sets, conditions and selectors.',
    }),
    violations: byState.meta({
      description:
        'Violations by state, without suppressed ones. Elements beyond those that a page names one by one are `unknown`.',
    }),
    needsReview: byState.meta({ description: 'Needs-review findings by state, without suppressed ones.' }),
    byEngine: count.meta({
      description:
        'New or regressed findings of either kind, not suppressed, that a change of the engine caused.',
    }),
    fixed: z
      .object({
        count,
        findings: z.array(fixedFindingSchema).meta({ description: 'At most 1,000, worst first.' }),
      })
      .meta({
        description:
          'Findings of the baseline whose rule completed again on their page and frame, and found them no more.',
      }),
    notSeenAgain: z
      .object({ count, pages: z.array(z.string()).meta({ description: 'At most 100 addresses.' }) })
      .meta({
        description:
          'Findings of the baseline whose page, frame or rule was not reached: fixed or not, nobody knows. They are kept for the next comparison.',
      }),
  })
  .meta({ id: 'ReportComparison', description: 'What changed since the baseline.' });

/** How sure it is that one fix removes all findings of an issue group. */
const oneFix = {
  certain:
    'The same element at the same component path: once on each page, or several times in one container.',
  probable: 'The findings are similar. One fix probably removes all of them.',
};
const oneFixNames = Object.keys(oneFix) as (keyof typeof oneFix)[];

const groupPageSchema = z
  .object({
    pageId: z.string(),
    elements: count.meta({ description: 'Findings on this page, suppressed ones among them.' }),
    suppressed: count,
    byState: z
      .partialRecord(z.enum(findingStateNames), count)
      .meta({ description: 'By state, without suppressed ones; a state without findings is left out.' }),
  })
  .meta({ id: 'IssueGroupPage', description: 'What of an issue group is on one page.' });

const issueGroupSchema = z
  .object({
    id: z.string(),
    ruleId: z.string(),
    kind: z.enum(findingKinds),
    impact: impactSchema.meta({ description: 'The worst among its findings.' }),
    oneFix: z
      .enum(oneFixNames)
      .nullable()
      .meta({
        description: `Whether one fix removes all its findings; null for a single finding. ${meaningsOf(oneFix)}`,
      }),
    elements: count.meta({ description: 'Findings, suppressed ones among them.' }),
    suppressed: count,
    unlisted: count.meta({
      description:
        'Further elements, not suppressed, that the rule counted on the pages of the group without listing them. Unlisted elements of a page are added to the group with the most listed elements there.',
    }),
    byState: byState.meta({ description: 'Its findings by state, without suppressed ones.' }),
    byEngine: count.meta({ description: 'Those new or regressed ones that a change of the engine caused.' }),
    pageIds: z.array(z.string()).meta({ description: 'The pages it occurs on, in the order of the report.' }),
    pages: z.array(groupPageSchema).meta({
      description: 'How many of its findings are on each of its pages; at most its first 20 pages.',
    }),
    example: reportNodeSchema.meta({
      description: 'Its first finding that is not suppressed, new ones before others.',
    }),
  })
  .meta({
    id: 'IssueGroup',
    description:
      'Findings of one component and template, such as those of a header on every page. One fix removes them, or probably does: see `oneFix`. List them, also by page, by GET /scans/{scanId}/findings?issueGroup=…&page=….',
  });

const reportSuppressionSchema = suppressionViewSchema
  .extend({
    findings: count.meta({ description: 'Findings of this scan that it takes out of the count.' }),
    expired: z.boolean().meta({ description: 'Whether it had expired when the scan ended.' }),
  })
  .meta({ id: 'ReportSuppression' });

/** The report of one scan, as it is stored and served. */
export const reportSchema = z
  .object({
    schemaVersion: z
      .string()
      .regex(/^1\.\d+$/)
      .meta({ description: 'major.minor; within a major number members are only added.', example: '1.0' }),
    scan: reportScanSchema,
    site: reportSiteSchema,
    configuration: reportConfigurationSchema,
    engines: z.array(reportEngineSchema).meta({
      description:
        'Versions and conditions of the scan; more than one entry when the service was updated during it.',
    }),
    crawl: reportCrawlSchema,
    limits: reportLimitsSchema,
    summary: reportSummarySchema,
    pages: z.array(reportPageSchema),
    gate: gateSchema,
    comparison: reportComparisonSchema,
    suppressions: z.array(reportSuppressionSchema).meta({
      description: 'Those of the site, expired ones among them.',
    }),
    issueGroups: z.array(issueGroupSchema).meta({
      description:
        'What is to be fixed: violations before what needs review, of each those with new or regressed findings first (unless a change of the engine caused them), then worst first, then by number of findings; those that are wholly suppressed last. At most 10,000; findings of others still name theirs.',
    }),
    violations: z.array(ruleFindingsSchema).meta({ description: 'Worst first, then by number of elements.' }),
    needsReview: z
      .array(ruleFindingsSchema)
      .meta({ description: 'In the same order; a person has to decide.' }),
  })
  .meta({ id: 'Report' });

export type Report = z.infer<typeof reportSchema>;
export type ReportPage = z.infer<typeof reportPageSchema>;
export type RuleFindings = z.infer<typeof ruleFindingsSchema>;
export type ReportNode = z.infer<typeof reportNodeSchema>;
export type ReportCounts = z.infer<typeof reportCountsSchema>;
export type ReportCriterion = z.infer<typeof reportCriterionSchema>;
export type ReportLimits = z.infer<typeof reportLimitsSchema>;
export type ReportEngine = z.infer<typeof reportEngineSchema>;
export type ReportComparison = z.infer<typeof reportComparisonSchema>;
export type FixedFinding = z.infer<typeof fixedFindingSchema>;
export type IssueGroup = z.infer<typeof issueGroupSchema>;
export type ReportSuppression = z.infer<typeof reportSuppressionSchema>;
