import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { listRuleSets } from '../../core/api/service-endpoints.ts';
import { listRuleSets as ruleSets } from '../../core/rule-sets/rule-sets.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  return apiHandler(listRuleSets, openAccess(env), async () => ({
    status: 200,
    json: ruleSets(),
  }));
}
