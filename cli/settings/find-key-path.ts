import { formatPath } from '../../core/problems/request-errors.ts';
import { hasApiKey } from './key-text.ts';

/** Matches names of members that contain secrets, in lower case without punctuation. */
const SECRET_NAME = /^(x|a11yscan|scan|my)?(api|access|auth)?(key|token|secret|password|authorization)$/;

/**
 * Returns the path of an API key or other secret in parsed JSON, found by the member's name or value; null if there is
 * none. The path contains no name that may be a key itself.
 */
export function findKeyPath(value: unknown, path: readonly PropertyKey[] = []): string | null {
  if (typeof value === 'string') return hasApiKey(value) ? formatPath('', path) : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (hasApiKey(name)) return formatPath('', [...path, '…']);
    const step = Array.isArray(value) ? Number(name) : name;
    if (SECRET_NAME.test(name.toLowerCase().replace(/[^a-z0-9]/g, '')))
      return formatPath('', [...path, step]);
    const within = findKeyPath(member, [...path, step]);
    if (within !== null) return within;
  }
  return null;
}
