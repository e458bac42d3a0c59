import { z } from 'zod';
import { knownPictureSchema } from '../findings/earlier-pictures.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { engineSchema } from '../scans/engine.ts';
import { impactSchema } from '../scans/page-result.ts';

const knownFindingSchema = z.object({
  fingerprint: z.string(),
  /** The same under earlier versions, so that a scanner of an earlier version finds it again too. */
  formerly: z.array(z.string()),
  /** See `findingIdentitySchema`. */
  place: z.string(),
  markup: z.string(),
  kind: z.enum(findingKinds),
  impact: impactSchema,
  /** The frame that it is in, from the top document down, as `getElementFrame` has it; empty in the top document. */
  frame: z.array(z.string()),
  /** For people, of a finding that is gone: where it was, cut to 200 characters. */
  selector: z.string(),
  /** Null if the next scan should take a picture; absent if none could be taken. */
  picture: knownPictureSchema.nullable().optional(),
});
export type KnownFinding = z.infer<typeof knownFindingSchema>;

/** The last known state of one rule on one page. */
const ruleStateSchema = z.object({
  /** The run in which the rule last completed here: its place in `runs` of the state. */
  run: z.number().int().min(0),
  /** Of the rule in that run, as `AxeRule.definition` has it. */
  definition: z.string(),
  findings: z.array(knownFindingSchema),
  /** Fingerprints that were here and were fixed since, latest first, each as often as it was; bounded. */
  fixed: z.array(z.string()),
  /** Findings that are here beyond those that are listed. */
  unlisted: z.number().int().min(0),
  /** Those of them that need review, if any; the others are violations. */
  unlistedReviews: z.number().int().min(1).optional(),
});
export type RuleState = z.infer<typeof ruleStateSchema>;

export const pageStateSchema = z.object({
  /** Address for people. */
  url: z.string(),
  /** The scan that last had the page, scanned or not. */
  seen: z.string(),
  /** The last result of the page; null where there is none, or more than one. */
  result: z.object({ scanId: z.string(), key: z.string() }).nullable(),
  /** Frames that were there and were never scanned, as `toFramePath` has them. */
  framesUnknown: z.array(z.array(z.string())),
  /** By rule id; a rule that never completed here is not there, and a page that was never scanned has none. */
  rules: z.record(z.string(), ruleStateSchema),
});
export type PageState = z.infer<typeof pageStateSchema>;

/** A scan and the versions that ran its rules; told apart from the rules so that it is written once. */
const runSchema = z.object({ scanId: z.string(), ...engineSchema.shape });
export type Run = z.infer<typeof runSchema>;

/**
 * What a scan leaves behind for those after it: the last known state of each page and rule of its site, under its
 * comparable key and branch. One object in the bucket beside the report; private to the service.
 */
export const siteStateSchema = z.object({
  version: z.literal(1),
  scanId: z.string(),
  branch: z.string().nullable(),
  comparableKey: z.string(),
  runs: z.array(runSchema),
  /** By page identity. */
  pages: z.record(z.string(), pageStateSchema),
});
export type SiteState = z.infer<typeof siteStateSchema>;

/** A member of a record that has such a name of its own; names come from pages. */
export function getOwnMember<T>(
  record: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
