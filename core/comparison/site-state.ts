import { z } from 'zod';
import { knownPictureSchema } from '../findings/earlier-pictures.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { contentDigestSchema } from '../scans/content-digest.ts';
import { engineSchema } from '../scans/engine.ts';
import { impactSchema } from '../scans/page-result.ts';

const knownFindingSchema = z.object({
  fingerprint: z.string(),
  /** The fingerprints under earlier versions, so that an earlier version of the scanner also recognizes the finding. */
  formerly: z.array(z.string()),
  /** See `findingIdentitySchema`. */
  place: z.string(),
  markup: z.string(),
  kind: z.enum(findingKinds),
  impact: impactSchema,
  /** The frame of the element, from the top document down, see `getElementFrame`; empty in the top document. */
  frame: z.array(z.string()),
  /** Where the element was, for the display of fixed findings; cut to 200 characters. */
  selector: z.string(),
  /** Null if the next scan should take a picture; absent if none could be taken. */
  picture: knownPictureSchema.nullable().optional(),
});
export type KnownFinding = z.infer<typeof knownFindingSchema>;

/** The last known state of one rule on one page. */
const ruleStateSchema = z.object({
  /** The run in which the rule last completed here, as an index into `runs` of the state. */
  run: z.number().int().min(0),
  /** The definition of the rule in that run, see `AxeRule.definition`. */
  definition: z.string(),
  findings: z.array(knownFindingSchema),
  /** Fingerprints of findings that were fixed, latest first, one entry for each finding; bounded. */
  fixed: z.array(z.string()),
  /** Number of findings that are counted but not listed. */
  unlisted: z.number().int().min(0),
  /** Number of unlisted findings that need review, if any; the others are violations. */
  unlistedReviews: z.number().int().min(1).optional(),
});
export type RuleState = z.infer<typeof ruleStateSchema>;

export const pageStateSchema = z.object({
  /** Address for display. */
  url: z.string(),
  /** Id of the last scan that contained the page, scanned or not. */
  seen: z.string(),
  /** The last result of the page; null if it has no result, or more than one. */
  result: z.object({ scanId: z.string(), key: z.string() }).nullable(),
  /**
   * How much of the page its last scan observed, see `PageFindings.observed`. Also absent in states that earlier
   * versions of the service stored.
   */
  observed: z.enum(['all', 'top-document']).optional(),
  /** What the page last showed; absent if it has no result. */
  content: contentDigestSchema.optional(),
  /** True if nothing led to the page, and it was opened because an earlier scan judged it. */
  revisited: z.literal(true).optional(),
  /** Frames of the page that were never scanned, see `toFramePath`. */
  framesUnknown: z.array(z.array(z.string())),
  /** By rule id. Rules that never completed on the page are absent; a page that was never scanned has no rules. */
  rules: z.record(z.string(), ruleStateSchema),
});
export type PageState = z.infer<typeof pageStateSchema>;

/** A scan and the versions that ran its rules; stored separately from the rules so that it is written once. */
const runSchema = z.object({ scanId: z.string(), ...engineSchema.shape });
export type Run = z.infer<typeof runSchema>;

/**
 * The state that a scan stores for later scans: the last known state of each page and rule of its site, for its
 * comparable key and branch. It is one object in the bucket, next to the report, and private to the service.
 */
export const siteStateSchema = z.object({
  version: z.literal(1),
  scanId: z.string(),
  branch: z.string().nullable(),
  comparableKey: z.string(),
  /** See `computeDiscoveryKey`. */
  discoveryKey: z.string().nullable(),
  runs: z.array(runSchema),
  /** By page identity. */
  pages: z.record(z.string(), pageStateSchema),
});
export type SiteState = z.infer<typeof siteStateSchema>;

/** Returns an own member of a record, never an inherited one. Names may come from pages. */
export function getOwnMember<T>(
  record: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
