import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { deleteSuppression as endpoint } from '../../core/api/suppression-endpoints.ts';
import { deleteSuppression } from '../../use-cases/delete-suppression.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['delete-suppression'], (store) => {
  const dependencies = bindTo(store, {
    findSite: sites.findSite,
    findSuppression: suppressions.findSuppression,
    removeSuppression: suppressions.removeSuppression,
  });
  return async (call) => {
    await deleteSuppression(dependencies, { ...call, ...call.params });
    return { status: 204 };
  };
});
