import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { createSuppression as endpoint } from '../../core/api/suppression-endpoints.ts';
import { toSuppressionView } from '../../core/suppressions/suppression.ts';
import { createSuppression } from '../../use-cases/create-suppression.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['create-suppression'], (store) => {
  const dependencies = bindTo(store, {
    findSite: sites.findSite,
    findKey: accounts.findKey,
    findPerson,
    insertSuppression: suppressions.insertSuppression,
  });
  return async (call) => {
    const suppression = await createSuppression(dependencies, { ...call, ...call.params });
    const { siteId, suppressionId } = suppression;
    return {
      status: 201,
      headers: { Location: `${call.base.path}/sites/${siteId}/suppressions/${suppressionId}` },
      json: toSuppressionView(suppression),
    };
  };
});
