import { randomUUID } from 'node:crypto';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the id of a call: that of API Gateway, or a new one if the client replaced it by another text. A client may
 * send its own id in `X-Amzn-RequestId`, so no decision may depend on this id
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html).
 */
export function readRequestId({ requestId }: { requestId: string }): string {
  return UUID.test(requestId) ? requestId : randomUUID();
}
