import { useLayoutEffect, useState } from 'preact/hooks';
import { API_KEY_HEADER } from '../../core/access/key-text.ts';
import { API_PATH } from '../../core/api/endpoint.ts';
import { readFreshValue, wipeFreshValue } from '../api/fresh-value.ts';
import type { KeyWithValue } from '../api/types.ts';
import { announce } from '../parts/announce.ts';
import { CodeSample } from '../parts/code-sample.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { apiKeysText } from '../text/en/api-keys.ts';

const t = apiKeysText.value;

/**
 * Shows the value of a key once, right after it was created or rotated. The value is in the memory of this tab only. It
 * is wiped when the person leaves, also when the browser puts the page into its page cache.
 */
export function ApiKeyValueScreen({ params }: ScreenProps) {
  const { href } = useLinks();
  const keyId = params.keyId ?? '';
  const [fresh, setFresh] = useState<KeyWithValue | null>(() => readFreshValue(keyId));
  useLayoutEffect(() => {
    const wipe = () => {
      wipeFreshValue();
      setFresh(null);
      for (const element of document.querySelectorAll('[data-secret]')) element.textContent = '';
    };
    addEventListener('pagehide', wipe);
    return () => {
      removeEventListener('pagehide', wipe);
      wipeFreshValue();
    };
  }, []);
  if (fresh !== null) return <Value fresh={fresh} />;
  return (
    <>
      <PageHeading
        title={t.titleGone}
        section={apiKeysText.title}
        sectionPath="/settings/api-keys"
        intro={t.gone}
      />
      <a class="button primary" href={href(`/settings/api-keys/${keyId}/rotate`)}>
        {t.rotate}
      </a>
    </>
  );
}

function Value({ fresh }: { fresh: KeyWithValue }) {
  const { href } = useLinks();
  const { key, value } = fresh;
  const [isCopied, setIsCopied] = useState(false);
  const guard = useLeaveGuard(!isCopied);
  const copied = () => {
    setIsCopied(true);
    announce(t.copied);
  };
  const request = [
    `export A11Y_SCAN_API_KEY=${value}`,
    `curl -H "${API_KEY_HEADER}: $A11Y_SCAN_API_KEY" "${location.origin}${API_PATH}/rule-sets"`,
  ].join('\n');
  /** The person can also copy by keyboard or menu. */
  const onCopy = () => {
    if (getSelection()?.toString().includes(value)) copied();
  };
  return (
    <div onCopy={onCopy}>
      <PageHeading title={t.title(key.name)} section={apiKeysText.title} sectionPath="/settings/api-keys" />
      <Notice kind={isCopied ? 'good' : 'warning'}>
        <p>{isCopied ? t.copied : t.intro}</p>
      </Notice>
      <section class="panel">
        <h2 id="value-label">{t.label}</h2>
        <code class="value" id="value" data-secret>
          {value}
        </code>
        <CopyButton class="primary" text={value} source="value" onCopied={copied} />
      </section>
      {key.previousValue !== null && (
        <p>
          {t.overlap} <Time at={key.previousValue.worksUntil} />
        </p>
      )}
      <section class="panel">
        <h2>{t.request}</h2>
        <p class="soft">{t.requestHint}</p>
        <CodeSample id="request" code={request} copyLabel={t.copyRequest} onCopied={copied} />
      </section>
      <a class="button" href={href(`/settings/api-keys/${key.keyId}`)}>
        {t.done}
      </a>
      {guard.isAsking && (
        <Confirm
          title={t.leaveTitle}
          text={t.leaveText}
          confirmLabel={t.leave}
          cancelLabel={t.stay}
          onConfirm={guard.leave}
          onClose={guard.stay}
        />
      )}
    </div>
  );
}
