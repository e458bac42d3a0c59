import type { Decision, Verdict } from '../core/decisions/decision.ts';
import { cutListing } from '../core/listing/listing.ts';
import type { Page, PageRequest } from '../core/listing/page.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface ListDecisionsDependencies extends FindSite, FindAccount {
  /** Returns all decisions of a site. Their number is limited. */
  listDecisions(accountId: string, siteId: string): Promise<Decision[]>;
}

/** Filter for decisions; all given members must match. */
export interface DecisionQuery {
  decision?: Verdict | undefined;
  /** Any of these fingerprints. */
  fingerprint?: readonly string[] | undefined;
}

/** Returns one result page of the decisions of a site, newest first. */
export async function listDecisions(
  dependencies: ListDecisionsDependencies,
  input: Pick<RequestContext, 'principal'> & { siteId: string; query: DecisionQuery & PageRequest },
): Promise<Page<Decision>> {
  const { siteId } = input;
  const { limit, cursor, decision, fingerprint } = input.query;
  const { accountId } = await getSite(dependencies, input);
  const filters = { siteId, decision, fingerprint: fingerprint?.join(',') };
  const list = { accountId, call: 'list-decisions' as const, filters, limit, cursor };
  const wanted = fingerprint && new Set(fingerprint);
  return readResultPage(dependencies, list, async ({ after }) => {
    const matching = (await dependencies.listDecisions(accountId, siteId))
      .filter((each) => decision === undefined || each.decision === decision)
      .filter((each) => wanted === undefined || wanted.has(each.fingerprint))
      .sort((a, b) => (getPosition(a) < getPosition(b) ? 1 : -1));
    const rest = matching.filter((each) => after === undefined || getPosition(each) < after);
    return cutListing(rest, limit, getPosition);
  });
}

/** Returns a text by which decisions are ordered. */
function getPosition({ decidedAt, fingerprint }: Decision): string {
  return `${decidedAt} ${fingerprint}`;
}
