import { openHandler } from '../../adapters/http/open-handler.ts';
import { openApiDocument } from '../../adapters/http/openapi.ts';
import { getOpenapi } from '../../core/api/service-endpoints.ts';

export function createHandler() {
  return openHandler(getOpenapi, async ({ base }) => ({
    status: 200,
    json: openApiDocument(base.origin + base.path),
  }));
}
