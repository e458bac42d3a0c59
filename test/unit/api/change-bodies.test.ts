import { expect, it } from 'vitest';
import { endpoints } from '../../../core/api/endpoints.ts';

const changing = endpoints.filter(({ method }) => method === 'PATCH');

it.each(changing.map(({ operationId, request }) => [operationId, request.body] as const))(
  '%s refuses a change of nothing',
  (_, body) => {
    expect(body?.safeParse({}).success).toBe(false);
  },
);
