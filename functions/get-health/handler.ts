import { openHandler } from '../../adapters/http/open-handler.ts';
import { getHealth } from '../../core/api/service-endpoints.ts';

export function createHandler() {
  return openHandler(getHealth, async () => ({ status: 200, json: { status: 'ok' } }));
}
