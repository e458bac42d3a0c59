import { type CallOptions, call } from './call.ts';
import type { ListQuery } from './calls.ts';
import type { CountedPageOf, SharedGroup, SharedResults } from './types.ts';

/** Returns the calls with the token of a shared report. They send no session. */
export function createStrangerCalls(shareToken: string) {
  const get = <Result>(path: string, options: CallOptions) =>
    call<Result>('GET', `/shared-report${path}`, { ...options, shareToken });
  return {
    readResults: (signal?: AbortSignal) => get<SharedResults>('', { signal }),
    listGroups: (query: ListQuery, signal?: AbortSignal) =>
      get<CountedPageOf<SharedGroup>>('/groups', { query, signal }),
  };
}

export type StrangerCalls = ReturnType<typeof createStrangerCalls>;
