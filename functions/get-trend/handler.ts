import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { listTrend, readConditions, readNewestPoints } from '../../adapters/dynamodb/trend.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { getTrend as endpoint } from '../../core/api/trend-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { trendPointSchema } from '../../core/trend/trend-point.ts';
import { getTrend } from '../../use-cases/get-trend.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['get-trend'], (store) => {
  const dependencies = bindTo(store, {
    findAccount: accounts.findAccount,
    findSite: sites.findSite,
    listTrend,
    readConditions,
    readNewestPoints,
  });
  return async (call) => {
    const page = await getTrend(dependencies, { ...call, ...call.params });
    // The schema sets the order of the members, because the table returns them in any order.
    return { status: 200, json: mapPage(page, (point) => trendPointSchema.parse(point)) };
  };
});
