import { afterAll, beforeAll } from 'vitest';
import { type Api, startApi } from './harness.ts';
import { MISSING, testKeyCalls } from './key-call-cases.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

testKeyCalls(
  () => api,
  [
    ['GET', '/api-keys'],
    ['GET', `/api-keys/${MISSING}`],
    ['POST', '/api-keys', { body: { name: 'CI' } }],
    ['PATCH', `/api-keys/${MISSING}`, { body: { name: 'CI' } }],
    ['POST', `/api-keys/${MISSING}/rotate`, { body: {} }],
    ['POST', `/api-keys/${MISSING}/end-previous`],
    ['POST', `/api-keys/${MISSING}/revoke`],
  ],
);
