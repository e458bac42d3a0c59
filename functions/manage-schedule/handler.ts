import { bindTo } from '../../adapters/bind-to.ts';
import { findKey } from '../../adapters/dynamodb/access.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import { findSchedule, removeSchedule, replaceSchedule } from '../../adapters/dynamodb/schedules.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import * as endpoints from '../../core/api/schedule-endpoints.ts';
import { toScheduleView } from '../../core/schedules/schedule.ts';
import { deleteSchedule, getSchedule, putSchedule } from '../../use-cases/manage-schedule.ts';
import { createUrlCheck } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';

/** Handles the calls that read and set the schedule of a site. */
export const createHandler = defineSharedFunction(schemas['manage-schedule'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { findSite, findSchedule, replaceSchedule, removeSchedule, findKey, findPerson }),
    urlFault: createUrlCheck(env),
  };
  return [
    route(endpoints.getSchedule, async ({ params, ...call }) => ({
      status: 200,
      json: toScheduleView(await getSchedule(dependencies, { ...call, ...params })),
    })),
    route(endpoints.setSchedule, async ({ params, ...call }) => ({
      status: 200,
      json: toScheduleView(await putSchedule(dependencies, { ...call, ...params })),
    })),
    route(endpoints.deleteSchedule, async ({ params, ...call }) => {
      await deleteSchedule(dependencies, { ...call, ...params });
      return { status: 204 };
    }),
  ];
});
