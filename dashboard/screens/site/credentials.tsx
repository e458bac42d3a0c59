import { useState } from 'preact/hooks';
import { useSession } from '../../api/session.ts';
import type { Site } from '../../api/types.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Time } from '../../parts/time.tsx';
import { useNotice } from '../../parts/use-notice.tsx';
import { siteCredentialsText as t } from '../../text/en/site-credentials.ts';
import { formatNumber } from '../../text/plural.ts';
import { CredentialsEntry } from './credentials-entry.tsx';
import type { SiteTabProps } from './tab-props.ts';

const HEADING_ID = 'credentials';

/** The credentials of a site: that they are set, but never their values. */
export function Credentials({ site, onChange }: SiteTabProps) {
  const { calls } = useSession();
  const { notice, run } = useNotice();
  const [isAsking, setIsAsking] = useState(false);
  const remove = () => {
    setIsAsking(false);
    void run(async () => {
      onChange(await calls.changeSite(site.id, { credentials: null }));
      document.getElementById(HEADING_ID)?.focus();
      return t.removed;
    });
  };
  return (
    <section class="panel">
      <h2 id={HEADING_ID} tabIndex={-1}>
        {t.title}
      </h2>
      <p>{t.intro}</p>
      {notice}
      {site.credentials === null ? (
        <p>{t.none}</p>
      ) : (
        <>
          <Facts credentials={site.credentials} />
          <div class="actions">
            <button type="button" class="danger" onClick={() => setIsAsking(true)}>
              {t.remove}
            </button>
          </div>
        </>
      )}
      {isAsking && (
        <Confirm
          title={t.ask}
          text={t.removeText}
          confirmLabel={t.removeConfirm}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
      <h3>{t.replace}</h3>
      <p>{t.replaceHint}</p>
      <CredentialsEntry site={site} onChange={onChange} />
    </section>
  );
}

function Facts({ credentials }: { credentials: NonNullable<Site['credentials']> }) {
  const { origin, headers, cookies, basic, setAt } = credentials;
  return (
    <dl class="facts">
      <dt>{t.facts.origin}</dt>
      <dd>
        <code>{origin}</code>
      </dd>
      <dt>{t.facts.headers}</dt>
      <dd>{formatNumber(headers)}</dd>
      <dt>{t.facts.cookies}</dt>
      <dd>{formatNumber(cookies)}</dd>
      <dt>{t.facts.basic}</dt>
      <dd>{basic ? t.isSet : t.isNotSet}</dd>
      <dt>{t.facts.setAt}</dt>
      <dd>
        <Time at={setAt} />
      </dd>
    </dl>
  );
}
