import { createRefusingHandler } from '../../adapters/http/public-handler.ts';
import { API_ROOT } from '../../core/api/endpoint.ts';
import { listMethods } from '../../core/api/endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';

/**
 * Handles the `ANY` method of every resource: API Gateway sends all methods here that the resource does not support.
 */
export function createHandler() {
  return createRefusingHandler('refuse-method', ({ resource, httpMethod }) => {
    const methods = listMethods(resource.replace(API_ROOT, ''));
    if (methods.length === 0) return new Problem('route-not-found');
    const allow = methods.join(', ');
    return new Problem(
      'method-not-allowed',
      `This path does not support ${httpMethod}. It supports: ${allow}.`,
      {
        headers: { Allow: allow },
      },
    );
  });
}
