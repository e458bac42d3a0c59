import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { listRuleSets as endpoint } from '../../core/api/service-endpoints.ts';
import { listRuleSets } from '../../core/rule-sets/rule-sets.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['list-rule-sets'], () => async () => ({
  status: 200,
  json: listRuleSets(),
}));
