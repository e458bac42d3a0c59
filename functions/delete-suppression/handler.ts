import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { apiFunction } from '../../adapters/http/api-function.ts';
import { deleteSuppression as endpoint } from '../../core/api/suppression-endpoints.ts';
import { deleteSuppression } from '../../use-cases/delete-suppression.ts';
import { schemas } from '../env.ts';

export const createHandler = apiFunction(endpoint, schemas['delete-suppression'], (store) => {
  const dependencies = bindTo(store, {
    findSite: sites.getSite,
    findSuppression: suppressions.getSuppression,
    removeSuppression: suppressions.deleteSuppression,
  });
  return async (call) => {
    await deleteSuppression(dependencies, { ...call, ...call.params });
    return { status: 204 };
  };
});
