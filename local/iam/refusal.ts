import type { ServiceName } from './service-request.ts';

/** A request that a service refuses: the sender is not proven, or may not do this. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: 'AccessDenied' | 'InvalidSignature';

  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export type RefusalResponse = { status: number; headers: Record<string, string>; body: string };

/** Returns the response of a service to a refused request, in the protocol of the service. */
export function buildRefusalResponse(service: ServiceName, { code, message }: Refusal): RefusalResponse {
  if (service === 's3') {
    const s3Code = code === 'AccessDenied' ? code : 'SignatureDoesNotMatch';
    return {
      status: 403,
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${s3Code}</Code><Message>${escapeXml(message)}</Message></Error>`,
    };
  }
  const type = `${code}Exception`;
  return {
    status: service === 'lambda' || service === 'sqs' ? 403 : 400,
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-errortype': type,
      ...(service === 'sqs' && { 'x-amzn-query-error': `${code};Sender` }),
    },
    body: JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }),
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
