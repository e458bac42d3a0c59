import { z } from 'zod';
import type { KeyPrincipal, MemberPrincipal, PersonPrincipal } from '../../core/access/principal.ts';
import { roleNames } from '../../core/access/roles.ts';

const text = z.string().min(1);

/**
 * API Gateway passes only strings. The list of sites is JSON; it is empty for a caller without a limit to sites. The
 * time of the sign-in is empty if the provider did not state it.
 */
const account = { accountId: text, role: z.enum(roleNames), siteIds: z.string() };
const person = { personId: text, sessionId: text, sessionHash: text, signedInAt: z.string(), sourceIp: text };

/**
 * The context that the authorizer returns, and from which `identifyCaller` reads the caller. A refused call has a
 * credential with which it may not continue; it names no account, so that no function can mistake it for a caller.
 */
export const authorizerContextSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('key'),
    ...account,
    keyId: text,
    expiresAt: text,
    isPreviousValue: z.enum(['true', 'false']),
    sourceIp: text,
  }),
  z.object({ kind: z.literal('member'), ...account, ...person }),
  z.object({ kind: z.literal('person'), ...person }),
  z.object({ kind: z.literal('refused'), code: z.enum(['two-credentials', 'not-a-member']) }),
]);
export type AuthorizerContext = z.output<typeof authorizerContextSchema>;

/** A caller that the authorizer verified. */
export type VerifiedCaller = KeyPrincipal | MemberPrincipal | PersonPrincipal;

/** Returns the authorizer's context for a verified caller. */
export function buildCallerContext(caller: VerifiedCaller): AuthorizerContext {
  if (caller.kind === 'person') return { ...caller, signedInAt: caller.signedInAt ?? '' };
  const siteIds = caller.siteIds ? JSON.stringify(caller.siteIds) : '';
  if (caller.kind === 'member') return { ...caller, siteIds, signedInAt: caller.signedInAt ?? '' };
  return { ...caller, siteIds, isPreviousValue: caller.isPreviousValue ? 'true' : 'false' };
}

/** Returns the caller of a context. */
export function parseCaller(context: Exclude<AuthorizerContext, { kind: 'refused' }>): VerifiedCaller {
  if (context.kind === 'person') return { ...context, signedInAt: context.signedInAt || null };
  const { siteIds, ...rest } = context;
  const limit = siteIds === '' ? {} : { siteIds: z.array(z.string()).parse(JSON.parse(siteIds)) };
  if (rest.kind === 'member') return { ...rest, ...limit, signedInAt: rest.signedInAt || null };
  return { ...rest, ...limit, isPreviousValue: rest.isPreviousValue === 'true' };
}
