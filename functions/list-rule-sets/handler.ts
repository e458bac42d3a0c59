import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { listRuleSets } from '../../core/api/service-endpoints.ts';
import { listRuleSets as ruleSets } from '../../core/rule-sets/rule-sets.ts';
import { env } from './env.ts';

export const handler = apiHandler(listRuleSets, openAccess(env), async () => ({
  status: 200,
  json: ruleSets(),
}));
