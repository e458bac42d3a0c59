import type { APIGatewayProxyResult } from 'aws-lambda';
import { standardHeaders } from '../../core/api/endpoint.ts';

/** The response to a call: a status and either JSON, a text, or no body. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as `application/json`. */
  json?: unknown;
  text?: { content: string; type: string };
  /** Values of `Set-Cookie`. */
  cookies?: readonly string[];
}

/** Returns the response in the format of API Gateway. */
export function toResult({ status, headers, json, text, cookies = [] }: Answer): APIGatewayProxyResult {
  const type = text?.type ?? (json === undefined ? undefined : 'application/json');
  return {
    statusCode: status,
    ...(cookies.length === 0 ? {} : { multiValueHeaders: { 'Set-Cookie': [...cookies] } }),
    headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers },
    body: text?.content ?? (json === undefined ? '' : JSON.stringify(json)),
  };
}

/** Returns the result with the standard headers of all responses and the headers of its call. */
export function withStandardHeaders(
  result: APIGatewayProxyResult,
  ofCall: Record<string, string>,
): APIGatewayProxyResult {
  return { ...result, headers: { ...standardHeaders, ...ofCall, ...result.headers } };
}
