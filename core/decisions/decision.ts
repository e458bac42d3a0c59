import { z } from 'zod';
import { FINGERPRINT } from '../findings/identity.ts';
import { createId, createIdSchema } from '../ids.ts';
import { formatMeanings } from '../meanings.ts';
import { type Author, authorSchema } from '../people/author.ts';
import { reasonSchema } from '../sites/plain-text.ts';

/** Maximum number of decisions of one site. */
export const DECISIONS_MAX = 2_000;

/** What a person can decide about a finding that needs review. */
const verdicts = {
  fine: 'The element is accessible. The finding does not need review any more.',
  problem: 'The element is not accessible. The finding counts as a violation of its impact.',
} as const;
export type Verdict = keyof typeof verdicts;
const verdictNames = Object.keys(verdicts) as [Verdict, ...Verdict[]];

export const verdictSchema = z.enum(verdictNames).meta({ description: formatMeanings(verdicts) });

/** What a finding says about a decision: what a person decided, or that it was fine and is not the same. */
const findingDecisions = {
  ...verdicts,
  outdated:
    'A person decided that it is fine, but the rule or the element has changed since, or nobody decided about the viewport, color scheme or locale of this scan. The finding needs review again.',
} as const;
export type FindingDecision = keyof typeof findingDecisions;
const findingDecisionNames = Object.keys(findingDecisions) as [FindingDecision, ...FindingDecision[]];

export const findingDecisionSchema = z.enum(findingDecisionNames);
export const findingDecisionMeanings = formatMeanings(findingDecisions);

/** Selects findings by decisions about them. `none`: no decision applies; `open`: not decided to be fine. */
export const decisionFilterSchema = z.enum([...findingDecisionNames, 'none', 'open']);
export type DecisionFilter = z.infer<typeof decisionFilterSchema>;

/** True if a finding with a decision matches a filter. `none` matches an outdated one, because it does not apply. */
export function matchesDecision(wanted: DecisionFilter | undefined, given: FindingDecision | null): boolean {
  if (wanted === 'none') return given === null || given === 'outdated';
  if (wanted === 'open') return given !== 'fine';
  return wanted === undefined || wanted === given;
}

export const decisionIdSchema = createIdSchema('decision');

const fingerprintSchema = z
  .string()
  .regex(FINGERPRINT, 'must be the fingerprint of a finding, as reports show it')
  .meta({ description: 'The finding, by its fingerprint.', example: 'f1_3c1e5a0b4c7e9b7b0f6f0c0f' });

/** The body of `POST /sites/<id>/decisions`. */
export const decideSchema = z
  .strictObject({
    scanId: createIdSchema('scan').meta({
      description: 'The scan whose report shows the finding as the person judged it.',
    }),
    fingerprint: fingerprintSchema,
    decision: verdictSchema,
    reason: reasonSchema.meta({
      description: 'The reason; shown in reports.',
      example: 'The text is readable on every part of the photograph',
    }),
  })
  .meta({ id: 'Decide', description: 'A decision on a finding that needs review.' });
export type Decide = z.output<typeof decideSchema>;

/** What a person judged, as the report of a scan shows it. `fine` applies only as long as it is the same. */
export interface JudgedSubject {
  ruleId: string;
  /** The definition of the rule, see `AxeRule.definition`. */
  ruleDefinition: string;
  /** What the elements with the fingerprint are judged by, see `hashDecisionBasis`; distinct. */
  bases: string[];
  /** Number of elements with the fingerprint. */
  elements: number;
  /** The page, as it was requested; cut to `PAGE_URL_MAX`. */
  pageUrl: string;
}

/** Maximum length of the page's URL of a decision, in UTF-16 units. */
const PAGE_URL_MAX = 300;
/** Maximum number of different elements with one fingerprint that a person can decide about at once. */
export const BASES_MAX = 20;

/** A decision as the service stores it. A later decision on the same finding replaces it. */
export interface Decision extends Decide, JudgedSubject {
  /** Another one for each decision, also on the same finding. */
  decisionId: string;
  accountId: string;
  siteId: string;
  author: Author;
  /** RFC 3339 UTC. */
  decidedAt: string;
}

/** A decision as the API and reports show it. */
export const decisionViewSchema = z
  .object({
    id: decisionIdSchema,
    fingerprint: fingerprintSchema,
    decision: verdictSchema,
    reason: z.string(),
    author: authorSchema.meta({ description: 'The person who decided, or the key.' }),
    decidedAt: z.iso.datetime(),
    scanId: z.string().meta({ description: 'The scan whose report showed the finding that was judged.' }),
    ruleId: z.string(),
    pageUrl: z.string().meta({
      description: `The page of the finding, as it was requested; cut to ${PAGE_URL_MAX} characters.`,
    }),
    elements: z.number().int().min(1).meta({
      description: 'Number of elements with the fingerprint in that scan. The decision is about all of them.',
    }),
  })
  .meta({
    id: 'Decision',
    description:
      'What a person decided about a finding that the rules could not decide, and about its duplicates.',
  });
export type DecisionView = z.infer<typeof decisionViewSchema>;

/** Returns the view of a decision for the API and reports. */
export function toDecisionView(decision: Decision): DecisionView {
  const { decisionId, fingerprint, reason, author, decidedAt, scanId, ruleId, pageUrl, elements } = decision;
  return {
    id: decisionId,
    fingerprint,
    decision: decision.decision,
    reason,
    author,
    decidedAt,
    scanId,
    ruleId,
    pageUrl,
    elements,
  };
}

/**
 * Returns a new decision.
 * @param before the decision that it replaces. The time always increases, because it distinguishes concurrent writers
 */
export function buildDecision(
  at: Pick<Decision, 'accountId' | 'siteId' | 'author'>,
  given: Decide,
  judged: JudgedSubject,
  before: Decision | undefined,
  now: Date,
): Decision {
  const earliest = before === undefined ? 0 : Date.parse(before.decidedAt) + 1;
  return {
    ...at,
    ...given,
    ...judged,
    bases: listFineBases(given, judged, before),
    pageUrl: judged.pageUrl.slice(0, PAGE_URL_MAX),
    decisionId: createId('decision', now),
    decidedAt: new Date(Math.max(now.getTime(), earliest)).toISOString(),
  };
}

/**
 * Returns what was judged, this time and before. Otherwise nobody could decide about scans of two viewports: each
 * decision that something is fine would end the one on the other viewport. The oldest ones are dropped.
 */
function listFineBases(
  { decision }: Pick<Decide, 'decision'>,
  { bases, ruleDefinition }: JudgedSubject,
  before: Decision | undefined,
): string[] {
  const isAlsoFine =
    decision === 'fine' && before?.decision === 'fine' && before.ruleDefinition === ruleDefinition;
  return [...new Set([...bases, ...(isAlsoFine ? before.bases : [])])].slice(0, BASES_MAX);
}
