import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createHandler } from '../../../functions/refuse-method/handler.ts';
import { gatewayEvent, lambdaContext } from './gateway-event.ts';

// Powertools then writes to the console, which tests can watch, instead of its own stream. Loggers that other files of
// the process have created write elsewhere.
vi.hoisted(() => {
  vi.resetModules();
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'test');
});
afterAll(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

const handler = createHandler();

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

it.each([
  ['/v1/sites', 'GET, POST'],
  ['/v1/sites/{siteId}', 'GET, PATCH, DELETE'],
  ['/v1/scans/{scanId}/cancel', 'POST'],
  ['/v1/openapi.json', 'GET'],
])('%s answers 405 with Allow: %s', async (resource, allow) => {
  const answer = await handler(gatewayEvent({ resource, method: 'PUT' }), lambdaContext);
  expect([answer.statusCode, answer.headers?.Allow]).toEqual([405, allow]);
  expect(JSON.parse(answer.body).code).toBe('method-not-allowed');
});

it('answers 404 for a resource that is only a part of a path', async () => {
  const answer = await handler(gatewayEvent({ resource: '/v1/me/invitations' }), lambdaContext);
  expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([404, 'route-not-found']);
});
