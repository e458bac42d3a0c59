import { CallError } from '../api/call-error.ts';
import { shellText } from '../text/en/shell.ts';

/** One entry of the error summary. */
export interface SummaryEntry {
  /** The field that the entry links to; null if the error belongs to no field. */
  field: string | null;
  message: string;
}

/**
 * Returns what is wrong with the fields of a request, from the problem of the service; empty for other errors.
 * @param labels label of each field by the member of the request; a member of a member is written as `match.rule`
 * @param messages instead of the words of the service, which name values that the screen does not show
 */
export function readFieldErrors(
  error: unknown,
  labels: Readonly<Record<string, string>>,
  messages: Readonly<Record<string, string>> = {},
): SummaryEntry[] {
  if (!(error instanceof CallError)) return [];
  return (error.problem?.errors ?? []).map(({ path, message }) => {
    const field = findField(path, labels);
    if (field === null) return { field, message: path === '' ? message : `${path} ${message}` };
    const own = path === field ? messages[field] : undefined;
    if (own !== undefined) return { field, message: own };
    return { field, message: `${describeMember(labels[field] ?? '', path.slice(field.length))} ${message}` };
  });
}

/** Returns the innermost member with a label that a path is in; null if it is in none. */
function findField(path: string, labels: Readonly<Record<string, string>>): string | null {
  const [innermost] = Object.keys(labels)
    .filter((name) => path.startsWith(name) && /^(?:[.[]|$)/.test(path.slice(name.length)))
    .sort((a, b) => b.length - a.length);
  return innermost ?? null;
}

/** Names a member with its label. @param rest what follows the labeled member in the path, such as `[2].name` */
function describeMember(label: string, rest: string): string {
  const index = /^\[(\d+)\]/.exec(rest)?.[1];
  if (index !== undefined) return shellText.entry(label, Number(index) + 1);
  return rest === '' ? label : shellText.member(label, rest.slice(1));
}
