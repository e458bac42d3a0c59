import { scheduleBodySchema } from '../schedules/schedule-body.ts';
import { scheduleViewSchema } from '../schedules/schedule-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleSchedule } from './examples.ts';
import { siteParams } from './parts.ts';

const call = {
  handledBy: 'manage-schedule',
  path: '/sites/{siteId}/schedule',
  principals: ['key', 'member'],
  tag: 'Schedules',
} as const;

const schedule = { 'application/json': { schema: scheduleViewSchema, example: exampleSchedule } };

export const getSchedule = defineEndpoint({
  ...call,
  operationId: 'get-schedule',
  method: 'GET',
  permission: 'sites:read',
  summary: 'Returns the schedule of a site',
  description: 'Says when the site is scanned next, and what happened at the last planned times.',
  request: { params: siteParams },
  responses: { 200: { description: 'The schedule.', content: schedule } },
  problems: ['site-not-found', 'schedule-not-found'],
});

export const setSchedule = defineEndpoint({
  ...call,
  operationId: 'set-schedule',
  method: 'PUT',
  permission: 'sites:write',
  summary: 'Sets the schedule of a site',
  description:
    'The site is then scanned by itself. A scan is skipped if another scan of the site has not ended, and a time that was missed is made up for once. The call replaces an earlier schedule; a paused one becomes active.',
  request: { params: siteParams, body: scheduleBodySchema },
  responses: { 200: { description: 'The schedule.', content: schedule } },
  problems: ['site-not-found'],
});

export const deleteSchedule = defineEndpoint({
  ...call,
  operationId: 'delete-schedule',
  method: 'DELETE',
  permission: 'sites:write',
  summary: 'Deletes the schedule of a site',
  description: 'Scans that it has started go on.',
  request: { params: siteParams },
  responses: { 204: { description: 'The schedule was deleted.' } },
  problems: ['site-not-found', 'schedule-not-found'],
});
