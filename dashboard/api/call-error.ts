import type { ProblemBody } from '../../core/problems/problem.ts';

/**
 * Why a call has no result: a problem of the service; no connection; no answer in time; an answer that is not of the
 * service.
 */
export type CallFault = 'problem' | 'offline' | 'timeout' | 'unexpected';

/** A call that failed. */
export class CallError extends Error {
  override name = 'CallError';
  readonly fault: CallFault;
  /** The problem of the service; undefined for other faults. */
  readonly problem: Partial<ProblemBody> | undefined;
  /** Seconds after which the call can be repeated, if the service named them. */
  readonly retryAfter: number | undefined;
  /** Whether the call had to change something. Without an answer it is not known whether it did. */
  readonly isChange: boolean;

  constructor(fault: CallFault, problem?: Partial<ProblemBody>, retryAfter?: number, isChange = false) {
    super(problem?.title ?? fault);
    this.fault = fault;
    this.problem = problem;
    this.retryAfter = retryAfter;
    this.isChange = isChange;
  }

  /** The code of the problem, or an empty text. */
  get code(): string {
    return this.problem?.code ?? '';
  }
}

/**
 * Reads an answer that is not a success.
 * @param now current time in milliseconds, for `Retry-After` with a date
 */
export async function readCallError(response: Response, now: number): Promise<CallError> {
  const retryAfter = parseRetryAfter(response.headers.get('Retry-After'), now);
  if (!(response.headers.get('Content-Type') ?? '').includes('json')) {
    return new CallError('unexpected', { status: response.status }, retryAfter);
  }
  try {
    const problem = (await response.json()) as Partial<ProblemBody>;
    return new CallError('problem', problem, retryAfter);
  } catch {
    return new CallError('unexpected', { status: response.status }, retryAfter);
  }
}

/** Returns the whole seconds that `Retry-After` asks for, at least 1; undefined if it is missing or invalid. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** Codes with which the service says that nobody is signed in. */
const signedOutCodes: readonly string[] = ['session-ended', 'key-missing'];

/** True if the call failed because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && signedOutCodes.includes(error.code);
}

/** True if the call needs a newer sign-in. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof CallError && error.code === 'sign-in-too-old';
}
