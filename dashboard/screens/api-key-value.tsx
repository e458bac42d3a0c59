import { API_KEY_HEADER } from '../../core/access/key-text.ts';
import { API_PATH } from '../../core/api/endpoint.ts';
import type { KeyWithValue } from '../api/types.ts';
import { CodeSample } from '../parts/code-sample.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { Time } from '../parts/time.tsx';
import { useFreshValue } from '../parts/use-fresh-value.ts';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { apiKeysText } from '../text/en/api-keys.ts';

const t = apiKeysText.value;

/** Shows the value of a key once, right after it was created or rotated. */
export function ApiKeyValueScreen({ params }: ScreenProps) {
  const { href } = useLinks();
  const keyId = params.keyId ?? '';
  const fresh = useFreshValue<KeyWithValue>(keyId);
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
  const request = [
    `export A11Y_SCAN_API_KEY=${value}`,
    `curl -H "${API_KEY_HEADER}: $A11Y_SCAN_API_KEY" "${location.origin}${API_PATH}/rule-sets"`,
  ].join('\n');
  return (
    <ShownOnce
      value={value}
      texts={t}
      heading={
        <PageHeading title={t.title(key.name)} section={apiKeysText.title} sectionPath="/settings/api-keys" />
      }
    >
      {(onCopied) => (
        <>
          {key.previousValue !== null && (
            <p>
              {t.overlap} <Time at={key.previousValue.worksUntil} />
            </p>
          )}
          <section class="panel">
            <h2>{t.request}</h2>
            <p class="soft">{t.requestHint}</p>
            <CodeSample id="request" code={request} copyLabel={t.copyRequest} onCopied={onCopied} />
          </section>
          <a class="button" href={href(`/settings/api-keys/${key.keyId}`)}>
            {t.done}
          </a>
        </>
      )}
    </ShownOnce>
  );
}
