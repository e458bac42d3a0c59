import { isGlobMatch } from '../crawl/url-glob.ts';
import type { FindingIdentity } from '../findings/identity.ts';
import { SELECTOR_SUPPRESSIONS_MAX, type Suppression } from './suppression.ts';

/** The members of a finding that suppressions match. */
export interface SuppressibleFinding {
  ruleId: string;
  /** Null if it is unknown; then no fingerprint matches. */
  identity: Pick<FindingIdentity, 'fingerprint' | 'formerly'> | null;
  /** Id of the issue group as reports show it. Null if it is unknown; then no issue group matches. */
  issueGroup: string | null;
  /** The suppression selectors that the element, or an element around it, matches. */
  matchedSelectors: readonly string[];
}

/** True if a suppression has expired. @param at RFC 3339 */
export function isExpired({ expiresAt }: Pick<Suppression, 'expiresAt'>, at: string): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.parse(at);
}

/**
 * Returns the suppressions in effect, oldest first. A suppression without any match member would match every finding,
 * so it has no effect.
 */
function listActive(suppressions: readonly Suppression[], at: string): Suppression[] {
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

  /** @param at RFC 3339; suppressions that have expired by then have no effect */
  constructor(suppressions: readonly Suppression[], at: string) {
    this.#inEffect = listActive(suppressions, at);
  }

  /**
   * Selects the suppressions of one page: globs are matched once per page, not once per finding.
   * @param url as requested
   * @returns a function that finds the suppression of a finding: the oldest one whose members all match
   */
  forPage(url: string): (finding: SuppressibleFinding) => Suppression | undefined {
    const here = this.#inEffect.filter(
      ({ match }) => match.page === undefined || isGlobMatch(match.page, url),
    );
    return (finding) => here.find(({ match }) => matchesFinding(match, finding));
  }
}

/** True if all members match, `page` aside. */
function matchesFinding(
  { fingerprint, issueGroup: wantedGroup, rule, selector }: Suppression['match'],
  { ruleId, identity, issueGroup, matchedSelectors }: SuppressibleFinding,
): boolean {
  if (rule !== undefined && rule !== ruleId) return false;
  if (wantedGroup !== undefined && wantedGroup !== issueGroup) return false;
  if (selector !== undefined && !matchedSelectors.includes(selector)) return false;
  if (fingerprint === undefined) return true;
  return (
    identity !== null && (identity.fingerprint === fingerprint || identity.formerly.includes(fingerprint))
  );
}

/**
 * Returns the selectors to match on pages, without duplicates, those of the oldest suppressions first. @param at RFC
 * 3339
 */
export function listSuppressionSelectors(suppressions: readonly Suppression[], at: string): string[] {
  const selectors = listActive(suppressions, at).flatMap(({ match }) => match.selector ?? []);
  return [...new Set(selectors)].slice(0, SELECTOR_SUPPRESSIONS_MAX);
}
