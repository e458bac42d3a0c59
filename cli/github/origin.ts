import { createHash } from 'node:crypto';
import type { Host } from '../host.ts';

/** What tells the scans of a repository's workflows from each other, as far as the runner and the inputs say. */
const NAMES = ['GITHUB_WORKFLOW', 'GITHUB_JOB', 'A11Y_SCAN_SITE', 'A11Y_SCAN_URL', 'A11Y_SCAN_ARGS'];

/** Says, unseen, which step of which workflow a comment is of; a comment ends with it. */
export function originMark(env: Host['env']): string {
  const origin = JSON.stringify(NAMES.map((name) => env[name] ?? ''));
  return `<!-- a11y-scan-of ${createHash('sha256').update(origin).digest('hex').slice(0, 16)} -->`;
}
