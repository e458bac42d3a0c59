import { z } from 'zod';
import { checksSchema } from '../findings/check.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { findingIdentitySchema } from '../findings/identity.ts';
import { pictureSchema } from '../findings/picture.ts';
import { contentDigestSchema } from './content-digest.ts';
import { engineSchema } from './engine.ts';
import { pageOutcomeSchema } from './page-outcome.ts';

/** axe's impact levels, worst first. Source: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md */
export const impacts = ['critical', 'serious', 'moderate', 'minor'] as const;
export type Impact = (typeof impacts)[number];
export const impactSchema = z.enum(impacts);

/** Returns a negative number if the first impact is worse, for sorting. */
export function compareImpacts(one: Impact, other: Impact): number {
  return impacts.indexOf(one) - impacts.indexOf(other);
}

/**
 * The location of an element: one entry per frame, from the top document down. An entry that is itself a list walks
 * through open shadow roots. This is axe's own target format, because it also covers frames and shadow roots.
 */
export const selectorPathSchema = z.array(z.union([z.string(), z.array(z.string())]));
export type SelectorPath = z.infer<typeof selectorPathSchema>;

/** One element that violates a rule, or that the rule could not decide. */
export const findingNodeSchema = z.object({
  target: selectorPathSchema,
  /** The same location, readable for people. */
  path: selectorPathSchema,
  /** Outer HTML of the element, limited in length. */
  html: z.string(),
  impact: impactSchema.nullable(),
  /** The messages of `checks`: what to fix. Fix all of `all` and `none`, and any one of `any`. */
  fix: z.object({ any: z.array(z.string()), all: z.array(z.string()), none: z.array(z.string()) }),
  checks: checksSchema,
  identity: findingIdentitySchema,
  /** The suppression selectors (`marks` of the chunk) that the element, or an element around it, matches. */
  marks: z.array(z.string()),
  picture: pictureSchema.nullable(),
});
export type FindingNode = z.infer<typeof findingNodeSchema>;

/** The elements of one page that one rule reports, either as violation or as needing review. */
export const pageFindingSchema = z.object({
  ruleId: z.string(),
  kind: z.enum(findingKinds),
  impact: impactSchema.nullable(),
  nodes: z.array(findingNodeSchema),
  /** True number of elements; larger than `nodes.length` if the per-rule limit was reached. */
  nodeCount: z.number().int(),
});
export type PageFinding = z.infer<typeof pageFindingSchema>;

const ruleResults = ['failed', 'review', 'passed', 'inapplicable', 'not-run'] as const;
/** The outcome of one rule on one page; `failed` takes precedence over `review`, and `review` over `passed`. */
export const ruleOutcomeSchema = z.object({
  ruleId: z.string(),
  result: z.enum(ruleResults),
  /** Why the rule did not run. */
  reason: z.string().optional(),
});
export type RuleOutcome = z.infer<typeof ruleOutcomeSchema>;

/** Versions and conditions under which a page was scanned. */
export const pageEngineSchema = engineSchema.extend({
  userAgent: z.string(),
  viewport: z.object({ width: z.number().int(), height: z.number().int() }),
  mobile: z.boolean().optional(),
  colorScheme: z.enum(['light', 'dark']).optional(),
  reducedMotion: z.enum(['reduce', 'no-preference']).optional(),
  /** BCP 47 tag. */
  locale: z.string().optional(),
});
export type PageEngine = z.infer<typeof pageEngineSchema>;

/**
 * The result of one attempt at one page, as the Chromium function writes it: one object with the prefix for results.
 */
export const pageResultSchema = z.object({
  schemaVersion: z.literal(1),
  scanId: z.string(),
  pageId: z.string(),
  attempt: z.number().int().min(1),
  requestedUrl: z.string(),
  /** The URL after redirects; null if nothing was reached. */
  finalUrl: z.string().nullable(),
  title: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  contentType: z.string().nullable(),
  outcome: pageOutcomeSchema,
  /** One sentence for people with details, e.g. `The server answered 404 Not Found.` */
  detail: z.string(),
  /** False if the page was still changing when the rules ran. */
  settled: z.boolean().nullable(),
  /** RFC 3339 UTC. */
  startedAt: z.string(),
  durationMs: z.number().int(),
  engine: pageEngineSchema,
  rules: z.array(ruleOutcomeSchema),
  /** Frames whose rules did not run, by the path of their selectors from the top document down. */
  framesNotScanned: z.array(selectorPathSchema),
  /** How many of these had a document that was not tested, or belong to the page's own host and could not be loaded. */
  framesNotJudged: z.number().int().min(0),
  /** Whether the page may not have shown all of its content when the rules ran: see `isIncomplete` of the scanner. */
  incomplete: z.boolean(),
  /** Whether the page shows hardly anything although it should: something that it loads failed, or it still loads. */
  hasNotStarted: z.boolean(),
  /** The scripts of the page's site that failed, each as "address (reason)". */
  failedScripts: z.array(z.string()),
  /** What the page shows; null if it was not scanned. */
  content: contentDigestSchema.nullable(),
  /** The selectors of `includeSelectors` that match nothing visible. */
  selectorsUnmatched: z.array(z.string()),
  /**
   * Hashes of the markup of all elements of the page, with or without findings: `markup` of an identity, cut to 32 bits
   * each, as base64 of the sorted big-endian numbers. Null if the page has too many elements.
   */
  markups: z.string().nullable(),
  findings: z.array(pageFindingSchema),
});
export type PageResult = z.infer<typeof pageResultSchema>;
