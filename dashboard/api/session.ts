import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { hasPermission, type Permission } from '../../core/access/roles.ts';
import type { AccountCalls } from './calls.ts';
import type { Me, Membership } from './types.ts';

/** Who is signed in, and in which account the screen is. */
export interface SessionState {
  me: Me;
  account: Membership;
  calls: AccountCalls;
  /** Reads the person and the accounts again. */
  reloadMe: () => Promise<void>;
}

export const SessionContext = createContext<SessionState | null>(null);

/** Returns the session of a screen that needs one. @throws Error if the screen is shown without a session */
export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('This screen needs a session.');
  return session;
}

/** True if the person may do this in the account. @param permission undefined if every member may do it */
export function can(account: Pick<Membership, 'role'>, permission: Permission | undefined): boolean {
  return permission === undefined || hasPermission(account.role, permission);
}
