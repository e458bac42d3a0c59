import type { APIGatewayProxyResult } from 'aws-lambda';
import { standardHeaders } from '../../core/api/endpoint.ts';

/** What a use case answers: a status and either JSON, a text, or nothing. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as `application/json`. */
  json?: unknown;
  text?: { content: string; type: string };
}

/** The answer as the gateway takes it. */
export function toResult({ status, headers, json, text }: Answer): APIGatewayProxyResult {
  const type = text?.type ?? (json === undefined ? undefined : 'application/json');
  return {
    statusCode: status,
    headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers },
    body: text?.content ?? (json === undefined ? '' : JSON.stringify(json)),
  };
}

/** The same result with the headers that every answer has, and those of its call. */
export function withStandardHeaders(
  result: APIGatewayProxyResult,
  ofCall: Record<string, string>,
): APIGatewayProxyResult {
  return { ...result, headers: { ...standardHeaders, ...ofCall, ...result.headers } };
}
