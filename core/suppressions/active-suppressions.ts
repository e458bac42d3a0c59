import { isGlobMatch } from '../crawl/url-glob.ts';
import type { FindingIdentity } from '../findings/identity.ts';
import { SELECTOR_SUPPRESSIONS_MAX, type Suppression } from './suppression.ts';

/** What suppressions look at, of a finding. */
export interface SuppressibleFinding {
  ruleId: string;
  /** Null where it is not known: then no fingerprint matches. */
  identity: Pick<FindingIdentity, 'fingerprint' | 'formerly'> | null;
  /** See `findingNodeSchema`. */
  marks: readonly string[];
}

/** Whether a suppression has no effect any more. @param at RFC 3339 */
export function isExpired({ expiresAt }: Pick<Suppression, 'expiresAt'>, at: string): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.parse(at);
}

/** Those that are in effect, the oldest first. One that matches on nothing would be about everything: it has none. */
function inEffect(suppressions: readonly Suppression[], at: string): Suppression[] {
  return suppressions
    .filter((suppression) => !isExpired(suppression, at))
    .filter(({ match }) => Object.values(match).some((member) => member !== undefined))
    .sort(
      (a, b) =>
        Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.suppressionId < b.suppressionId ? -1 : 1),
    );
}

export class ActiveSuppressions {
  readonly #inEffect: readonly Suppression[];

  /** @param at RFC 3339; what has expired by then has no effect */
  constructor(suppressions: readonly Suppression[], at: string) {
    this.#inEffect = inEffect(suppressions, at);
  }

  /**
   * Those that can hold on one page: globs are matched once a page, not once a finding.
   * @param url as requested
   * @returns tells the suppression that takes a finding out of the count: of those whose every member holds, the oldest
   */
  on(url: string): (finding: SuppressibleFinding) => Suppression | undefined {
    const here = this.#inEffect.filter(
      ({ match }) => match.page === undefined || isGlobMatch(match.page, url),
    );
    return (finding) => here.find(({ match }) => holds(match, finding));
  }
}

/** Whether all members hold but `page`. */
function holds(
  { fingerprint, rule, selector }: Suppression['match'],
  { ruleId, identity, marks }: SuppressibleFinding,
): boolean {
  if (rule !== undefined && rule !== ruleId) return false;
  if (selector !== undefined && !marks.includes(selector)) return false;
  if (fingerprint === undefined) return true;
  return (
    identity !== null && (identity.fingerprint === fingerprint || identity.formerly.includes(fingerprint))
  );
}

/** The selectors that pages are to be asked about, each once, those of the oldest suppressions first. @param at RFC 3339 */
export function listSuppressionSelectors(suppressions: readonly Suppression[], at: string): string[] {
  const selectors = inEffect(suppressions, at).flatMap(({ match }) => match.selector ?? []);
  return [...new Set(selectors)].slice(0, SELECTOR_SUPPRESSIONS_MAX);
}
