import { listTrend, readConditions } from '../../adapters/dynamodb/trend.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { answerPage } from '../../adapters/http/page.ts';
import { getTrend } from '../../core/api/trend-endpoints.ts';
import { trendPointSchema } from '../../core/trend/trend-point.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(getTrend, access, async ({ principal, params, query }) => {
    const { limit, cursor, branch, comparableKey, from, to } = query;
    const { siteId } = await siteFor(access.store, principal, params.siteId);
    const filter = {
      ...(branch === undefined ? {} : { branch }),
      ...(comparableKey === undefined ? {} : { comparableKey }),
      ...(from === undefined ? {} : { from: new Date(from) }),
      ...(to === undefined ? {} : { to: new Date(to) }),
    };
    const filters = { siteId, branch, comparableKey, from, to };
    const page = await answerPage(
      access.store,
      { principal, call: getTrend.operationId, filters, cursor },
      (after) =>
        listTrend(access.store, siteId, filter, { limit, ...(after === undefined ? {} : { after }) }),
      // In the order of the schema, whatever the order in which the table gives the members.
      (point) => trendPointSchema.parse(point),
    );
    const keys = await readConditions(
      access.store,
      siteId,
      page.items.map((point) => point.comparableKey),
    );
    return { status: 200, json: { ...page, keys } };
  });
}
