import { z } from 'zod';
import { ALERTS_MAX, alertViewSchema } from '../alerts/alert.ts';
import { createAlertSchema, previewAlertSchema, updateAlertSchema } from '../alerts/alert-bodies.ts';
import { alertPreviewSchema } from '../alerts/alert-preview.ts';
import { createIdSchema } from '../ids.ts';
import { exampleAlert, exampleAlertPreview } from './alert-examples.ts';
import { defineEndpoint } from './endpoint.ts';
import { buildLocationHeader } from './parts.ts';

const call = {
  handledBy: 'manage-alerts',
  permission: 'alerts:manage',
  principals: ['member'],
  tag: 'Alerts',
} as const;

const params = z.object({
  alertId: createIdSchema('alert').meta({ description: 'Id of the alert.', example: exampleAlert.id }),
});

const alert = { 'application/json': { schema: alertViewSchema, example: exampleAlert } };

export const listAlerts = defineEndpoint({
  ...call,
  operationId: 'list-alerts',
  method: 'GET',
  path: '/alerts',
  summary: 'Lists the alerts of the account, newest first',
  description: `The list is complete: an account has at most ${ALERTS_MAX} alerts. A member who is limited to sites sees the alerts that the member has set.`,
  request: {},
  responses: {
    200: {
      description: 'The alerts.',
      content: {
        'application/json': {
          schema: z
            .object({ items: z.array(alertViewSchema) })
            .meta({ id: 'AlertList', description: 'All alerts of the account that the caller may change.' }),
          example: { items: [exampleAlert] },
        },
      },
    },
  },
  problems: [],
});

export const createAlert = defineEndpoint({
  ...call,
  operationId: 'create-alert',
  method: 'POST',
  path: '/alerts',
  summary: 'Creates an alert',
  description:
    'Each message says what is wrong and how to fix it, why it came, and where to change that. A group of problems is reported once, until it was fixed and comes back.',
  request: { body: createAlertSchema },
  responses: {
    201: {
      description: 'The alert.',
      headers: { Location: buildLocationHeader('alert') },
      content: alert,
    },
  },
  problems: ['alerts-limit', 'grant-too-large'],
});

export const getAlert = defineEndpoint({
  ...call,
  operationId: 'get-alert',
  method: 'GET',
  path: '/alerts/{alertId}',
  summary: 'Returns an alert',
  request: { params },
  responses: { 200: { description: 'The alert.', content: alert } },
  problems: ['alert-not-found'],
});

export const updateAlert = defineEndpoint({
  ...call,
  operationId: 'update-alert',
  method: 'PATCH',
  path: '/alerts/{alertId}',
  summary: 'Changes an alert',
  description: 'From then on, a channel in Slack hears of the sites that the caller may access.',
  request: { params, body: updateAlertSchema },
  responses: { 200: { description: 'The alert.', content: alert } },
  problems: ['alert-not-found', 'grant-too-large'],
});

export const deleteAlert = defineEndpoint({
  ...call,
  operationId: 'delete-alert',
  method: 'DELETE',
  path: '/alerts/{alertId}',
  summary: 'Deletes an alert',
  description: 'Events that wait for its digest are not reported any more.',
  request: { params },
  responses: { 204: { description: 'The alert was deleted.' } },
  problems: ['alert-not-found'],
});

export const testAlert = defineEndpoint({
  ...call,
  operationId: 'test-alert',
  method: 'POST',
  path: '/alerts/{alertId}/test',
  summary: 'Sends a message that says that it is a test to everyone who hears of an alert',
  description: 'A second test within a minute sends nothing, and has 0 recipients.',
  request: { params },
  responses: {
    202: {
      description: 'The messages will be sent.',
      content: {
        'application/json': {
          schema: z
            .object({
              recipients: z.number().int().min(0).meta({
                description:
                  'Number of people or channels to which the message is sent. People to whom no mail can be sent now, for example because they switched it off, do not count.',
              }),
            })
            .meta({ id: 'AlertTest', description: 'Who gets the test message.' }),
          example: { recipients: 1 },
        },
      },
    },
  },
  problems: ['alert-not-found'],
});

export const previewAlert = defineEndpoint({
  ...call,
  operationId: 'preview-alert',
  method: 'POST',
  path: '/alerts/preview',
  summary: 'Returns what a message of an alert looks like, by the example of the latest scan of a site',
  description:
    'Nothing is sent or stored. It is an approximation: an alert also considers what was reported about earlier scans and whether their gates failed, so it may say less.',
  request: { body: previewAlertSchema },
  responses: {
    200: {
      description: 'The messages; empty if the latest scan changed nothing that the alert is about.',
      content: { 'application/json': { schema: alertPreviewSchema, example: exampleAlertPreview } },
    },
  },
  problems: ['site-not-found'],
});
