import { createRefusingHandler } from '../../adapters/http/public-handler.ts';
import { API_ROOT } from '../../core/api/endpoint.ts';
import { listMethods } from '../../core/api/endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';

/** Behind the `ANY` method of every resource: the gateway sends here what the resource's own methods do not take. */
export function createHandler() {
  return createRefusingHandler('refuse-method', ({ resource, httpMethod }) => {
    const methods = listMethods(resource.replace(API_ROOT, ''));
    if (methods.length === 0) return new Problem('route-not-found');
    const allow = methods.join(', ');
    return new Problem('method-not-allowed', `${httpMethod} is not among this route's methods: ${allow}.`, {
      headers: { Allow: allow },
    });
  });
}
