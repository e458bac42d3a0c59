import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { buildLocationHeader } from './parts.ts';

const TOKEN_LENGTH_MAX = 200;

const query = z.object({
  token: z.string().max(TOKEN_LENGTH_MAX).meta({ description: 'The token of the link in the mail.' }),
});

export const openUnsubscribe = defineEndpoint({
  operationId: 'open-unsubscribe',
  handledBy: 'unsubscribe',
  method: 'GET',
  path: '/unsubscribe',
  permission: null,
  principals: [],
  tag: 'People',
  summary: 'Redirects a browser to the page that switches off one kind of mail',
  description:
    'For mail programs that open the link of the header `List-Unsubscribe` in a browser. It changes nothing: mail filters open links too. It needs no key and no session.',
  request: { query },
  responses: {
    302: {
      description: 'To the page of the dashboard, whose button switches the mails off.',
      headers: { Location: buildLocationHeader('page') },
    },
  },
  problems: ['invalid-request'],
});

export const unsubscribe = defineEndpoint({
  operationId: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe',
  permission: null,
  principals: [],
  tag: 'People',
  summary: 'Switches off one kind of mail from an account, with the token of a mail',
  description:
    'For mail programs (RFC 8058), which send it for the header `List-Unsubscribe` of a mail, and for people who follow the link in a mail. It needs no key and no session. The body is not read.',
  request: { query },
  responses: { 204: { description: 'The mails are switched off.' } },
  problems: ['unsubscribe-link-invalid', 'rate-limited', 'invalid-request'],
});
