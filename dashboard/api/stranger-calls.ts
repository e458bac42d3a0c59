import { type CallOptions, call } from './call.ts';
import { CallError } from './call-error.ts';
import type { ListQuery } from './calls.ts';
import type {
  CountedPageOf,
  SharedFinding,
  SharedGroup,
  SharedPages,
  SharedPicture,
  SharedResults,
} from './types.ts';

/**
 * Returns the calls with the token of a shared report. They send no session.
 * @param onEnd called when the service answers that the link does not work, or no longer works
 */
export function createStrangerCalls(shareToken: string, onEnd: () => void) {
  const get = async <Result>(path: string, options: CallOptions) => {
    try {
      return await call<Result>('GET', `/shared-report${path}`, { ...options, shareToken });
    } catch (error) {
      if (error instanceof CallError && error.code === 'shared-report-not-found') onEnd();
      throw error;
    }
  };
  return {
    readResults: (signal?: AbortSignal) => get<SharedResults>('', { signal }),
    listGroups: (query: ListQuery, signal?: AbortSignal) =>
      get<CountedPageOf<SharedGroup>>('/groups', { query, signal }),
    listFindings: (query: ListQuery, signal?: AbortSignal) =>
      get<CountedPageOf<SharedFinding>>('/findings', { query, signal }),
    listPages: (query: ListQuery, signal?: AbortSignal) => get<SharedPages>('/pages', { query, signal }),
    /** Returns the address of a picture. */
    readPicture: async (pictureId: string, signal?: AbortSignal) => {
      const { mediaType, data } = await get<SharedPicture>(`/pictures/${pictureId}`, { signal });
      return `data:${mediaType};base64,${data}`;
    },
  };
}
