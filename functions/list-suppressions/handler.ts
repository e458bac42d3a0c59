import { cutListing, type Listing } from '../../adapters/dynamodb/listing.ts';
import { listSuppressions as readSuppressions } from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { answerPage } from '../../adapters/http/page.ts';
import { listSuppressions } from '../../core/api/suppression-endpoints.ts';
import { type Suppression, viewSuppression } from '../../core/suppressions/suppression.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(listSuppressions, access, async ({ principal, params, query }) => {
    const { limit, cursor } = query;
    const { accountId, siteId } = await siteFor(access.store, principal, params.siteId);
    const list = { principal, call: listSuppressions.operationId, filters: { siteId }, cursor };
    const page = await answerPage(
      access.store,
      list,
      (after) => suppressionsOf(accountId, siteId, limit, after),
      viewSuppression,
    );
    return { status: 200, json: page };
  });

  /** A site has few, and their ids sort by the time of their making. */
  async function suppressionsOf(
    accountId: string,
    siteId: string,
    limit: number,
    after: string | undefined,
  ): Promise<Listing<Suppression>> {
    const all = await readSuppressions(access.store, accountId, siteId);
    const rest = all.filter(({ suppressionId }) => after === undefined || suppressionId > after);
    return cutListing(rest, limit, ({ suppressionId }) => suppressionId);
  }
}
