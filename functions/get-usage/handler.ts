import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, findKey, listKeysFrom } from '../../adapters/dynamodb/access.ts';
import { readActorNames } from '../../adapters/dynamodb/actor-names.ts';
import {
  listPersonDays,
  readKeyDays,
  readMonthUse,
  readPersonDays,
} from '../../adapters/dynamodb/read-usage.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import * as endpoints from '../../core/api/usage-endpoints.ts';
import { getUsage } from '../../use-cases/get-usage.ts';
import { getUsageLimits } from '../../use-cases/get-usage-limits.ts';
import { listPeopleUsage } from '../../use-cases/list-people-usage.ts';
import { schemas } from '../env.ts';

/** Handles the calls about usage and limits. */
export const createHandler = defineSharedFunction(schemas['get-usage'], (store, env) => {
  const ofKeys = bindTo(store, { findAccount, findKey, listKeysFrom, readKeyDays });
  const ofPeople = bindTo(store, { findAccount, readActorNames, listPersonDays, readPersonDays });
  const ofMonth = {
    ...bindTo(store, { readMonthUse }),
    limits: {
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
      scansPerMonth: env.SCANS_PER_MONTH_LIMIT,
      pagesPerMonth: env.PAGES_PER_MONTH_LIMIT,
    },
  };
  return [
    route(endpoints.getUsage, async (call) => ({ status: 200, json: await getUsage(ofKeys, call) })),
    route(endpoints.listPeopleUsage, async (call) => ({
      status: 200,
      json: await listPeopleUsage(ofPeople, call),
    })),
    route(endpoints.getUsageLimits, async (call) => ({
      status: 200,
      json: await getUsageLimits(ofMonth, call),
    })),
  ];
});
