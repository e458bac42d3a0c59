import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint, RequestSchemas } from '../../core/api/endpoint.ts';
import type { Problem } from '../../core/problems/problem.ts';
import type { Answer } from './answer.ts';
import type { UseCaseInput } from './call.ts';
import { type ApiHandler, callStack, inputOf } from './call-stack.ts';

/** The handler of a call that needs no key. Reaches no table, and so does not load what would. */
export function openHandler<Request extends RequestSchemas>(
  endpoint: Endpoint<Request>,
  useCase: (input: UseCaseInput<Request>) => Promise<Answer>,
): ApiHandler {
  if (endpoint.permission !== null) throw new Error(`${endpoint.operationId} needs a key: use apiHandler`);
  return callStack(endpoint, [], (event) => useCase(inputOf<Request>(event)));
}

/** A handler that answers every call with a problem, whatever the request holds. */
export function refusingHandler(
  operationId: string,
  refusal: (event: APIGatewayProxyEvent) => Problem,
): ApiHandler {
  return callStack({ operationId }, [], async (event) => {
    throw refusal(event);
  });
}
