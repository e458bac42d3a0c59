/** What a check of the installed packages found. */
export interface PackageCheck {
  /** `not-offered`: the registry has nothing to check with, which is not a fault of a package. */
  readonly outcome: 'passed' | 'failed' | 'not-offered';
  /** What to read about it, one line each. */
  readonly lines: readonly string[];
}

/** The statuses with which a registry without the call responds. */
const notOfferedStatuses = [404, 405, 501];

/** The end of npm's message for a registry without keys: `found no dependencies to audit that were installed …`. */
const NO_KEYS = 'from a supported registry';

/** The severities that fail the check. Less severe advisories are printed. */
const failing = ['high', 'critical'];

interface Advisories {
  readonly vulnerabilities: Readonly<
    Record<
      string,
      { readonly severity: string; readonly via: readonly (string | { readonly url: string })[] }
    >
  >;
}

interface Signatures {
  readonly invalid: readonly SignedPackage[];
  readonly missing: readonly SignedPackage[];
}

interface SignedPackage {
  readonly name: string;
  readonly version: string;
}

interface Failure {
  readonly statusCode?: number;
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

/**
 * Returns what `npm audit --json` found: known vulnerabilities of packages in the lock file.
 * @throws Error if the registry could not be asked
 */
export function readAdvisories(output: string): PackageCheck {
  const found = parse<Advisories>(output, 'vulnerabilities', 'advisories');
  if ('outcome' in found) return found;
  const vulnerable = Object.entries(found.vulnerabilities);
  return {
    outcome: vulnerable.some(([, { severity }]) => failing.includes(severity)) ? 'failed' : 'passed',
    lines: [
      `Advisories: ${vulnerable.length}. Those of severity ${failing.join(' or ')} fail this check.`,
      ...vulnerable.map(([name, { severity, via }]) => {
        const reasons = via.map((each) => (typeof each === 'string' ? `by ${each}` : each.url));
        return `${severity}: ${name} (${reasons.join(', ')})`;
      }),
    ],
  };
}

/**
 * Returns what `npm audit signatures --json` found: installed packages that the registry did not sign.
 * @throws Error if the registry could not be asked
 */
export function readSignatures(output: string): PackageCheck {
  const found = parse<Signatures>(output, 'invalid', 'signatures');
  if ('outcome' in found) return found;
  const { invalid, missing } = found;
  const list = (what: string, packages: readonly SignedPackage[]) =>
    packages.map(({ name, version }) => `${what}: ${name}@${version}`);
  return {
    outcome: invalid.length + missing.length > 0 ? 'failed' : 'passed',
    lines: [
      `Signatures: ${invalid.length} are invalid, ${missing.length} are missing.`,
      ...list('invalid signature', invalid),
      ...list('no signature', missing),
    ],
  };
}

/** Returns the JSON document of npm, or the outcome of a registry without what is asked for. */
function parse<Found extends object>(
  output: string,
  member: keyof Found,
  what: string,
): Found | PackageCheck {
  const document = parseJson(output) as Found | Failure | undefined;
  if (document !== undefined && member in document) return document as Found;
  const { statusCode, message, error } = (document ?? {}) as Failure;
  const reason = message ?? error?.summary ?? `npm printed no ${what}`;
  if ((statusCode !== undefined && notOfferedStatuses.includes(statusCode)) || reason.endsWith(NO_KEYS))
    return { outcome: 'not-offered', lines: [`Not checked: the registry offers no ${what} (${reason}).`] };
  throw new Error(`The ${what} could not be read: ${reason}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
