import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { z } from 'zod';
import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, findKey } from '../../adapters/dynamodb/access.ts';
import { readCaller } from '../../adapters/dynamodb/callers.ts';
import { findSession, touchSession } from '../../adapters/dynamodb/sessions.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import type { AuthorizerContext, VerifiedCaller } from '../../adapters/http/authorizer-context.ts';
import { getCallerAddress } from '../../adapters/http/caller-address.ts';
import { getHeaderValues } from '../../adapters/http/headers.ts';
import { createRefusalRecorder } from '../../adapters/http/record-refusal.ts';
import { getSessionValues } from '../../adapters/http/session-cookie.ts';
import { createSecretChecker } from '../../adapters/keys/secret-checker.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { API_KEY_HEADER } from '../../core/access/key-text.ts';
import { ACCOUNT_HEADER } from '../../core/access/session-text.ts';
import type { ProblemCode } from '../../core/problems/problems.ts';
import { verifyKey } from '../../use-cases/verify-key.ts';
import { verifySession } from '../../use-cases/verify-session.ts';
import type { schemas } from '../env.ts';

/** The verified caller of a call, or why the call is refused. */
type Verdict =
  | { kind: 'caller'; principal: VerifiedCaller }
  /** The first middleware of the function responds with the code. */
  | Extract<AuthorizerContext, { kind: 'refused' }>
  /** The gateway responds with the code, whose status is 401. The id is that of an existing key. */
  | { kind: 'denied'; code: ProblemCode; keyId?: string };

/** Returns a function that verifies the credential of a call. Without a credential it reads nothing. */
export function createCallerVerifier(
  env: z.output<typeof schemas.authorize>,
): (event: APIGatewayRequestAuthorizerEvent, requestId: string, now: Date) => Promise<Verdict> {
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const recordRefusal = createRefusalRecorder(store);
  const ofKey = {
    ...bindTo(store, { findAccount, findKey }),
    recordRefusal,
    checkSecret: createSecretChecker(),
  };
  const ofSession = {
    ...bindTo(store, { findSession, readCaller }),
    recordRefusal,
    // A call does not fail because its time could not be written.
    touchSession: async (sessionHash: string, now: Date) => {
      try {
        await touchSession(store, sessionHash, now);
      } catch (error) {
        logger().error('could not record the use of a session', { error });
      }
    },
  };
  return async (event, requestId, now) => {
    const sourceIp = getCallerAddress(event, env.ORIGIN_SECRET);
    const keys = getHeaderValues(event, API_KEY_HEADER);
    const sessions = getSessionValues(event);
    const hasKey = keys.some((value) => value !== '');
    if (hasKey && sessions.length > 0) return { kind: 'refused', code: 'two-credentials' };
    if (sessions.length > 0) {
      const accounts = getHeaderValues(event, ACCOUNT_HEADER);
      const verified = await verifySession(ofSession, {
        values: sessions,
        accounts,
        sourceIp,
        requestId,
        now,
      });
      if ('principal' in verified) return { kind: 'caller', principal: verified.principal };
      const { refusal } = verified;
      return refusal === 'session-ended'
        ? { kind: 'denied', code: refusal }
        : { kind: 'refused', code: refusal };
    }
    const verified = await verifyKey(ofKey, { values: keys, sourceIp, requestId, now });
    if ('principal' in verified) return { kind: 'caller', principal: verified.principal };
    const { refusal, keyId } = verified;
    return { kind: 'denied', code: refusal, ...(keyId === undefined ? {} : { keyId }) };
  };
}
