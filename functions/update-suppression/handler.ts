import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { updateSuppression as endpoint } from '../../core/api/suppression-endpoints.ts';
import { toSuppressionView } from '../../core/suppressions/suppression.ts';
import { updateSuppression } from '../../use-cases/update-suppression.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['update-suppression'], (store) => {
  const dependencies = bindTo(store, {
    findSite: sites.findSite,
    findSuppression: suppressions.findSuppression,
    replaceSuppression: suppressions.replaceSuppression,
  });
  return async (call) => {
    const suppression = await updateSuppression(dependencies, { ...call, ...call.params });
    return { status: 200, json: toSuppressionView(suppression) };
  };
});
