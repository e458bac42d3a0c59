import { bindTo } from '../../adapters/bind-to.ts';
import * as access from '../../adapters/dynamodb/access.ts';
import * as changes from '../../adapters/dynamodb/key-changes.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import { readKeyUse } from '../../adapters/dynamodb/read-usage.ts';
import { findSites } from '../../adapters/dynamodb/sites.ts';
import { listAllWebhooks } from '../../adapters/dynamodb/webhooks.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { hashSecret } from '../../adapters/keys/secret-checker.ts';
import * as endpoints from '../../core/api/key-endpoints.ts';
import * as change from '../../use-cases/change-key.ts';
import { createKey } from '../../use-cases/create-key.ts';
import { getKey, listKeys } from '../../use-cases/list-keys.ts';
import { rotateKey } from '../../use-cases/rotate-key.ts';
import { schemas } from '../env.ts';

/** Handles the calls that manage API keys. */
export const createHandler = defineSharedFunction(schemas['manage-keys'], (store, env) => {
  const { createKey: insertKey, rotateKey: replaceValue, updateKey, endPreviousValue, revokeKey } = changes;
  const { findAccount, findKey, listNewestKeys, listRefusals } = access;
  const reads = bindTo(store, { findAccount, findKey, listNewestKeys, listRefusals, readKeyUse });
  const ofCreation = {
    ...bindTo(store, { createKey: insertKey, findSites, findPerson }),
    hashSecret,
    keysLimit: env.KEYS_LIMIT,
  };
  const ofRotation = { ...reads, ...bindTo(store, { rotateKey: replaceValue }), hashSecret };
  const ofChange = {
    ...reads,
    ...bindTo(store, { updateKey, endPreviousValue, revokeKey, listAllWebhooks }),
  };
  return [
    route(endpoints.listApiKeys, async (call) => ({ status: 200, json: await listKeys(reads, call) })),
    route(endpoints.createApiKey, async (call) => {
      const json = await createKey(ofCreation, call);
      return { status: 201, headers: { Location: `${call.base.path}/api-keys/${json.key.keyId}` }, json };
    }),
    route(endpoints.getApiKey, async ({ params, ...call }) => ({
      status: 200,
      json: await getKey(reads, { ...call, ...params }),
    })),
    route(endpoints.updateApiKey, async ({ params, ...call }) => ({
      status: 200,
      json: await change.updateKey(ofChange, { ...call, ...params }),
    })),
    route(endpoints.rotateApiKey, async ({ params, ...call }) => ({
      status: 200,
      json: await rotateKey(ofRotation, { ...call, ...params }),
    })),
    route(endpoints.endPreviousValue, async ({ params, ...call }) => ({
      status: 200,
      json: await change.endPreviousValue(ofChange, { ...call, ...params }),
    })),
    route(endpoints.revokeApiKey, async ({ params, ...call }) => ({
      status: 200,
      json: await change.revokeKey(ofChange, { ...call, ...params }),
    })),
  ];
});
