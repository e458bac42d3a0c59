import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, findKey, listKeysFrom } from '../../adapters/dynamodb/access.ts';
import { readKeyDays } from '../../adapters/dynamodb/usage.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { getUsage as endpoint } from '../../core/api/usage-endpoints.ts';
import { getUsage } from '../../use-cases/get-usage.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['get-usage'], (store) => {
  const dependencies = bindTo(store, { findAccount, findKey, listKeysFrom, readKeyDays });
  return async (call) => ({ status: 200, json: await getUsage(dependencies, call) });
});
