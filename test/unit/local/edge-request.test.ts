import { expect, it } from 'vitest';
import { applyEdgeRequest, toEdgeRequest } from '../../../local/distribution/edge-request.ts';
import type { GatewayRequest } from '../../../local/gateway/request.ts';

it('a header with the name of a member of all objects is an ordinary header', () => {
  const rawHeaders = ['__proto__', 'x', '__proto__', 'y', 'constructor', 'z', 'Accept', 'text/html'];
  const request = { httpMethod: 'GET', path: '/', rawHeaders } as Partial<GatewayRequest> as GatewayRequest;
  const edge = toEdgeRequest(request);
  expect(Object.keys(edge.headers)).toEqual(['__proto__', 'constructor', 'accept']);
  expect(applyEdgeRequest(request, edge).rawHeaders).toEqual(
    rawHeaders.map((text) => (text === 'Accept' ? 'accept' : text)),
  );
  expect(Reflect.get({}, 'multiValue')).toBeUndefined();
  expect(Reflect.get(Object, 'multiValue')).toBeUndefined();
});
