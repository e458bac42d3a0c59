import { z } from 'zod';
import { checksSchema } from '../findings/check.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { findingIdentitySchema } from '../findings/identity.ts';
import { pictureSchema } from '../findings/picture.ts';
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
 * Where an element is: one entry a frame from the top document down; an entry that is itself a list walks
 * through open shadow roots. This is axe's own target form, kept because it survives frames and shadow roots.
 */
export const selectorPathSchema = z.array(z.union([z.string(), z.array(z.string())]));
export type SelectorPath = z.infer<typeof selectorPathSchema>;

/** One element that a rule found fault with, or could not judge. */
export const findingNodeSchema = z.object({
  target: selectorPathSchema,
  /** The path of the same element for people. */
  path: selectorPathSchema,
  /** Outer HTML of the element, bounded in length. */
  html: z.string(),
  impact: impactSchema.nullable(),
  /** The messages of `checks`: what to fix. All of `all` and `none`, and any one of `any`. */
  fix: z.object({ any: z.array(z.string()), all: z.array(z.string()), none: z.array(z.string()) }),
  checks: checksSchema,
  identity: findingIdentitySchema,
  /** Those of the selectors given in `marks` of the chunk that the element, or one around it, matches. */
  marks: z.array(z.string()),
  picture: pictureSchema.nullable(),
});
export type FindingNode = z.infer<typeof findingNodeSchema>;

/** The elements of one page that one rule names, either as violation or as needing review. */
export const pageFindingSchema = z.object({
  ruleId: z.string(),
  kind: z.enum(findingKinds),
  impact: impactSchema.nullable(),
  nodes: z.array(findingNodeSchema),
  /** True number of elements; larger than `nodes.length` when the per-rule cap was reached. */
  nodeCount: z.number().int(),
});
export type PageFinding = z.infer<typeof pageFindingSchema>;

const ruleResults = ['failed', 'review', 'passed', 'inapplicable', 'not-run'] as const;
/** What one rule said about one page; `failed` beats `review` beats `passed`. */
export const ruleOutcomeSchema = z.object({
  ruleId: z.string(),
  result: z.enum(ruleResults),
  /** Why a rule was not run. */
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

/** What the Chromium function writes for one attempt at one page: one object in the results prefix. */
export const pageResultSchema = z.object({
  schemaVersion: z.literal(1),
  scanId: z.string(),
  pageId: z.string(),
  attempt: z.number().int().min(1),
  requestedUrl: z.string(),
  /** The URL after redirects; null when nothing was reached. */
  finalUrl: z.string().nullable(),
  title: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  contentType: z.string().nullable(),
  outcome: pageOutcomeSchema,
  /** One sentence for people with the particulars, e.g. `The server answered 404 Not Found.` */
  detail: z.string(),
  /** False when the page was still changing at the end of the settling bound. */
  settled: z.boolean().nullable(),
  /** RFC 3339 UTC. */
  startedAt: z.string(),
  durationMs: z.number().int(),
  engine: pageEngineSchema,
  rules: z.array(ruleOutcomeSchema),
  /** Frames whose rules did not run, by the path of their selectors from the top document down. */
  framesNotScanned: z.array(selectorPathSchema),
  /** How many of these held a document that was not judged, or are of the page's own host and could not be loaded. */
  framesNotJudged: z.number().int().min(0),
  /** Whether the page may not have shown all of its content when the rules ran: see `isIncomplete` of the scanner. */
  incomplete: z.boolean(),
  /** Those of `includeSelectors` that select nothing that is shown. */
  selectorsUnmatched: z.array(z.string()),
  /**
   * The markup of every element of the page, a finding or not, as `markup` of an identity has it, cut to 32 bits
   * each: base64 of the sorted big-endian numbers. Null where the page has too many elements.
   */
  markups: z.string().nullable(),
  findings: z.array(pageFindingSchema),
});
export type PageResult = z.infer<typeof pageResultSchema>;
