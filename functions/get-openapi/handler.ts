import { buildOpenApiDocument } from '../../adapters/http/openapi.ts';
import { createPublicHandler } from '../../adapters/http/public-handler.ts';
import { getOpenapi } from '../../core/api/service-endpoints.ts';

export function createHandler() {
  return createPublicHandler(getOpenapi, async ({ base }) => ({
    status: 200,
    json: buildOpenApiDocument(base.origin + base.path),
  }));
}
