import { z } from 'zod';
import { decideSchema, decisionViewSchema, verdictSchema } from '../decisions/decision.ts';
import { FINGERPRINT } from '../findings/identity.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleDecision } from './examples.ts';
import { buildLocationHeader, createPageSchema, LIST_LIMIT_MAX, listQuery, siteParams } from './parts.ts';

const TAG = 'Decisions';
const HANDLER = 'manage-decisions';
const decision = { 'application/json': { schema: decisionViewSchema, example: exampleDecision } };

const fingerprintsSchema = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z
      .array(z.string().regex(FINGERPRINT, 'must be fingerprints of findings, separated by commas'))
      .max(LIST_LIMIT_MAX),
  );

export const listDecisions = defineEndpoint({
  operationId: 'list-decisions',
  handledBy: HANDLER,
  method: 'GET',
  path: '/sites/{siteId}/decisions',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Lists the decisions of a site on findings that need review, newest first',
  description: 'The list includes decisions on findings that no longer exist.',
  request: {
    params: siteParams,
    query: z.strictObject({
      ...listQuery,
      decision: verdictSchema.optional().meta({ description: 'Only decisions that say this.' }),
      fingerprint: fingerprintsSchema.optional().meta({
        description: 'Only decisions on these findings: up to 100 fingerprints, separated by commas.',
        example: exampleDecision.fingerprint,
      }),
    }),
  },
  responses: {
    200: {
      description: 'One page of decisions.',
      content: {
        'application/json': {
          schema: createPageSchema(decisionViewSchema, 'DecisionList'),
          example: { items: [exampleDecision], nextCursor: null },
        },
      },
    },
  },
  problems: ['site-not-found', 'cursor-invalid'],
});

export const decide = defineEndpoint({
  operationId: 'decide',
  handledBy: HANDLER,
  method: 'POST',
  path: '/sites/{siteId}/decisions',
  permission: 'suppressions:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Decides about a finding that needs review',
  description:
    'The report of the scan must show the finding as one that the rule could not decide; for violations, use a suppression. The decision is about all elements with the fingerprint. It applies in scans that end after it was made, until it is replaced or deleted. `fine`: the finding stays in the reports and does not need review. `problem`: the finding counts as a violation of its impact. If the rule, the markup or the content of the element, or what the rule measured changes later, or a scan has another viewport, color scheme, reduced motion or locale, `fine` does not apply: the finding needs review again, and reports say that a person decided before. `problem` applies until somebody decides otherwise. Existing reports do not change. A second decision on the same finding replaces the first one.',
  request: { params: siteParams, body: decideSchema },
  responses: {
    200: { description: 'The decision, which replaces an earlier one.', content: decision },
    201: {
      description: 'The decision, the first one on this finding.',
      headers: { Location: buildLocationHeader('decision') },
      content: decision,
    },
  },
  problems: ['site-not-found', 'scan-not-found', 'report-not-ready', 'nothing-to-report', 'decisions-limit'],
});

export const deleteDecision = defineEndpoint({
  operationId: 'delete-decision',
  handledBy: HANDLER,
  method: 'DELETE',
  path: '/sites/{siteId}/decisions/{fingerprint}',
  permission: 'suppressions:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Deletes a decision, so that its finding needs review again',
  request: {
    params: siteParams.extend({
      // Not checked here: a malformed fingerprint would be reported as a missing history, as in other calls.
      fingerprint: z.string().meta({
        description: 'Fingerprint of the finding.',
        example: exampleDecision.fingerprint,
      }),
    }),
  },
  responses: { 204: { description: 'The decision was deleted.' } },
  problems: ['site-not-found', 'decision-not-found'],
});
