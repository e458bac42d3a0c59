import { CallError } from '../api/call-error.ts';
import { problemsText as t } from '../text/en/problems.ts';
import { shellText } from '../text/en/shell.ts';
import { formatCount } from '../text/plural.ts';

/** Words for an error. */
export interface DescribedError {
  title: string;
  text: string;
}

/** Returns the words for an error of a call. Problems of the service bring their own. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof CallError)) return { title: t.crashed.title, text: t.crashed.text };
  const { fault, problem, retryAfter, isChange } = error;
  switch (fault) {
    case 'offline':
    case 'timeout': {
      const { title, text, textOfChange } = t[fault];
      return { title, text: isChange ? textOfChange : text };
    }
    case 'unexpected':
      return { title: t.unexpected.title, text: t.unexpected.text(String(problem?.status ?? '–')) };
    case 'problem': {
      // The words of the service say how long to wait.
      const wait =
        retryAfter === undefined ? '' : shellText.retryAfter(formatCount(retryAfter, shellText.seconds));
      return { title: problem?.title ?? t.title, text: problem?.detail ?? wait };
    }
  }
}
