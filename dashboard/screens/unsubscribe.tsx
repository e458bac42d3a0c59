import { useState } from 'preact/hooks';
import { CallError } from '../api/call-error.ts';
import { unsubscribe } from '../api/calls.ts';
import { announce } from '../parts/announce.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { usePending } from '../parts/use-pending.ts';
import { unsubscribeToken } from '../shell/link-tokens.ts';
import { buildHref } from '../shell/links.ts';
import { unsubscribeText as t } from '../text/en/unsubscribe.ts';

/** The kinds of mail that a link may switch off: each begins its tokens. */
const kinds = ['alerts', 'digests'] as const;

interface UnsubscribeLink {
  kind: (typeof kinds)[number];
  accountId: string | undefined;
  token: string;
}

/** Switches off one kind of mail from an account, for the person whose mail has the link. Opening changes nothing. */
export function UnsubscribeScreen() {
  const [link] = useState(readLink);
  if (link === null) {
    return (
      <>
        <PageHeading title={t.title} />
        <Notice kind="warning" title={t.missing.title}>
          <p>{t.missing.text}</p>
        </Notice>
      </>
    );
  }
  return <Question link={link} />;
}

function readLink(): UnsubscribeLink | null {
  const token = unsubscribeToken.read() ?? '';
  const [first, , accountId] = token.split('.');
  const kind = kinds.find((each) => each === first);
  return kind === undefined ? null : { kind, accountId, token };
}

function Question({ link: { kind, accountId, token } }: { link: UnsubscribeLink }) {
  const [isDone, setIsDone] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { isPending, run } = usePending();
  const words = t.kinds[kind];
  const stop = async () => {
    setError(undefined);
    try {
      await unsubscribe(token);
      unsubscribeToken.remove();
      setIsDone(true);
      announce(words.stopped);
    } catch (fault) {
      setError(fault);
    }
  };
  if (isDone) {
    return (
      <>
        {/* Another heading, so that it gets the focus. */}
        <PageHeading key="done" title={words.stopped} section={t.title} intro={t.again} />
        <p>
          <a href={buildHref('/settings/notifications', accountId)}>{t.settings}</a>
        </p>
      </>
    );
  }
  const isInvalid = error instanceof CallError && error.code === 'unsubscribe-link-invalid';
  return (
    <>
      <PageHeading title={words.title} section={t.title} intro={words.text} />
      {isInvalid && (
        <Notice kind="error" title={t.invalid.title}>
          <p>{t.invalid.text}</p>
        </Notice>
      )}
      {error !== undefined && !isInvalid && <ErrorNotice error={error} />}
      {!isInvalid && (
        <button type="button" class="primary" aria-disabled={isPending} onClick={() => void run(stop)}>
          {words.action}
        </button>
      )}
    </>
  );
}
