import { CallError } from '../api/call-error.ts';

/** One entry of the error summary. */
export interface SummaryEntry {
  /** The field that the entry links to; null if the error belongs to no field. */
  field: string | null;
  message: string;
}

/**
 * Returns what is wrong with the fields of a request, from the problem of the service; empty for other errors.
 * @param labels label of each field by the member of the request
 */
export function readFieldErrors(error: unknown, labels: Readonly<Record<string, string>>): SummaryEntry[] {
  if (!(error instanceof CallError)) return [];
  return (error.problem?.errors ?? []).map(({ path, message }) => {
    const member = /^[\w-]+/.exec(path)?.[0] ?? '';
    const label = labels[member];
    return label === undefined
      ? { field: null, message: path === '' ? message : `${path} ${message}` }
      : { field: member, message: `${label} ${message}` };
  });
}
