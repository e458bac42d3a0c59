import { useState } from 'preact/hooks';
import { readNotifications, setNotifications, startMail } from '../api/calls.ts';
import type { Notifications } from '../api/types.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { Entry } from '../parts/entry.tsx';
import { CheckField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { buildSignInHref, getCurrentPath } from '../shell/links.ts';
import { notificationsText as t } from '../text/en/notifications.ts';
import { problemsText } from '../text/en/problems.ts';
import { shellText } from '../text/en/shell.ts';

/** Which mails the person gets, of all accounts. */
export function NotificationsScreen() {
  const notifications = useLoad((signal) => readNotifications(signal));
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
      <Loading loaded={notifications}>
        {(found) => (
          <>
            {found.mail === 'off' && (
              <Notice kind="warning" title={t.mailOff.title}>
                <p>{t.mailOff.text}</p>
              </Notice>
            )}
            <Address found={found} onChange={notifications.replace} />
            {found.accounts.length === 0 && <p class="empty">{t.none}</p>}
            {found.accounts.map((account) => (
              <Account key={account.accountId} account={account} onChange={notifications.replace} />
            ))}
          </>
        )}
      </Loading>
    </>
  );
}

type OnChange = Loaded<Notifications>['replace'];

/** The address of the person; if it gets no mails, why, and how to start them again. */
function Address({ found, onChange }: { found: Notifications; onChange: OnChange }) {
  const { notice, run } = useNotice();
  const { email, stopped } = found;
  const start = () =>
    run(async () => {
      onChange(await startMail());
      document.querySelector('h1')?.focus();
      return t.stopped.started;
    });
  return (
    <>
      {notice}
      {stopped === null ? (
        <p>{t.address(email)}</p>
      ) : (
        <Notice kind="error" title={t.stopped.title}>
          <p>
            {t.stopped.reasons[stopped.reason](email)} {t.stopped.since} <Time at={stopped.at} />.
          </p>
          <p>{t.stopped.how}</p>
          <div class="actions">
            <a class="button" href={buildSignInHref(getCurrentPath(), true)}>
              {problemsText.signInAgain.action}
            </a>
            <button type="button" onClick={() => void start()}>
              {t.stopped.start}
            </button>
          </div>
        </Notice>
      )}
    </>
  );
}

interface AccountProps {
  account: Notifications['accounts'][number];
  onChange: OnChange;
}

function Account({ account: { accountId, name, ...kinds }, onChange }: AccountProps) {
  const [values, setValues] = useState(kinds);
  const save = async () => onChange(await setNotifications({ accountId, ...values }));
  return (
    <section class="panel">
      <h2>{name}</h2>
      <Entry onSubmit={save} labels={{}} submitLabel={t.save(name)} name={accountId} savedText={t.saved}>
        {() => (
          <>
            <CheckField
              name={`alerts-${accountId}`}
              label={t.alerts}
              hint={t.alertsHint}
              isChecked={values.alerts}
              onChange={(alerts) => setValues({ ...values, alerts })}
            />
            <CheckField
              name={`digests-${accountId}`}
              label={t.digests}
              hint={t.digestsHint}
              isChecked={values.digests}
              onChange={(digests) => setValues({ ...values, digests })}
            />
          </>
        )}
      </Entry>
    </section>
  );
}
