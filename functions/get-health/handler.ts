import { createPublicHandler } from '../../adapters/http/public-handler.ts';
import { getHealth } from '../../core/api/service-endpoints.ts';

export function createHandler() {
  return createPublicHandler(getHealth, async () => ({ status: 200, json: { status: 'ok' } }));
}
