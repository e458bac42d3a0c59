import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { listSuppressions as endpoint } from '../../core/api/suppression-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toSuppressionView } from '../../core/suppressions/suppression.ts';
import { listSuppressions } from '../../use-cases/list-suppressions.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['list-suppressions'], (store) => {
  const dependencies = bindTo(store, {
    findAccount: accounts.findAccount,
    findSite: sites.findSite,
    listSuppressions: suppressions.listSuppressions,
  });
  return async (call) => {
    const page = await listSuppressions(dependencies, { ...call, ...call.params, ...call.query });
    return { status: 200, json: mapPage(page, toSuppressionView) };
  };
});
