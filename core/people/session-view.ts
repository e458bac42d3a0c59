import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import type { Session } from './session.ts';

/** A session, as the API shows it. */
const sessionViewSchema = z
  .object({
    sessionId: createIdSchema('session').meta({ description: 'Id of the session.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time at which the session began.' }),
    lastSeenAt: z.iso
      .datetime()
      .meta({ description: 'Time of the last call, or up to five minutes before it.' }),
    endsAt: z.iso.datetime().meta({ description: 'Time at which the session ends, even if it is used.' }),
    browser: z.string().meta({ description: 'Browser and system of the sign-in.' }),
    current: z.boolean().meta({ description: 'Whether it is the session of this call.' }),
  })
  .meta({ id: 'Session', description: 'A session of a person.' });
export type SessionView = z.infer<typeof sessionViewSchema>;

/** The sessions of a person. */
export const sessionListSchema = z
  .object({
    items: z.array(sessionViewSchema).meta({ description: 'The sessions that have not ended.' }),
  })
  .meta({ id: 'SessionList', description: 'The sessions of a person.' });
export type SessionList = z.infer<typeof sessionListSchema>;

/** The result of a sign-out. */
export const signedOutSchema = z
  .object({
    providerSignOutUrl: z.url().nullable().meta({
      description: 'Where to sign out at the identity provider; null if it cannot.',
    }),
  })
  .meta({ id: 'SignedOut', description: 'The result of a sign-out.' });
export type SignedOut = z.infer<typeof signedOutSchema>;

/** Returns the view of a session. @param currentId id of the session of the call */
export function toSessionView(session: Session, currentId: string): SessionView {
  const { sessionId, createdAt, lastSeenAt, endsAt, browser } = session;
  return { sessionId, createdAt, lastSeenAt, endsAt, browser, current: sessionId === currentId };
}
