import { useState } from 'preact/hooks';
import { useDraft } from '../api/drafts.ts';
import { setFlash } from '../api/flash.ts';
import { useSession } from '../api/session.ts';
import type { Alert } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { ConfirmedAction } from '../parts/confirm.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { alertsText } from '../text/en/alerts.ts';
import { AlertEntry } from './alert/alert-entry.tsx';
import { toAlertBody, toAlertValues } from './alert/alert-values.ts';
import { Preview } from './alert/load-preview.ts';
import { MailOffNotice } from './alert/mail-off-notice.tsx';

const t = alertsText.detail;

/** One alert: what it reports to whom, a test message, a preview, and its deletion. */
export function AlertScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const alertId = params.alertId ?? '';
  const alert = useLoad((signal) => calls.readAlert(alertId, signal));
  const { notice, run } = useNotice();
  const sendTest = () =>
    run(async () => {
      const { recipients } = await calls.testAlert(alertId);
      return recipients === 0 ? { kind: 'warning', text: t.testedNobody } : t.tested(recipients);
    });
  return (
    <>
      <PageHeading
        title={alert.data?.name ?? t.title}
        section={alertsText.title}
        sectionPath="/settings/alerts"
        action={
          alert.data !== undefined && (
            <button type="button" onClick={() => void sendTest()}>
              {t.test}
            </button>
          )
        }
      />
      {notice}
      <MailOffNotice />
      <Loading loaded={alert}>
        {(found) => (
          <>
            <StateNotice alert={found} />
            <Details alert={found} onChange={alert.replace} />
            <Deletion alert={found} />
          </>
        )}
      </Loading>
    </>
  );
}

/** Why an alert reaches nobody, and what to do. */
function StateNotice({ alert: { state, failingSince } }: { alert: Alert }) {
  if (state === 'active') {
    if (failingSince === null) return null;
    return (
      <Notice kind="warning" title={alertsText.failing}>
        <p>
          {alertsText.failingSince} <Time at={failingSince} />. {alertsText.failingText}
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="error" title={alertsText.states[state]}>
      <p>
        {alertsText.stateReasons[state]} {alertsText.repair[state]}
      </p>
    </Notice>
  );
}

function Details({ alert, onChange }: { alert: Alert; onChange: (alert: Alert) => void }) {
  const { calls, me } = useSession();
  const { personId } = me.person;
  const { values, change } = useDraft(`alert ${personId} ${alert.id}`, toAlertValues(alert, personId));
  const [slackUrl, setSlackUrl] = useState('');
  const save = async () => {
    onChange(await calls.changeAlert(alert.id, toAlertBody(values, slackUrl, alert)));
    setSlackUrl('');
  };
  return (
    <>
      <section class="panel">
        <h2>{t.edit}</h2>
        <p class="soft">
          {t.setBy(alert.setBy.name ?? alertsText.formerMember)} <Time at={alert.updatedAt} />
        </p>
        <AlertEntry
          alert={alert}
          values={values}
          onChange={change}
          slackUrl={slackUrl}
          onSlackUrl={setSlackUrl}
          onSubmit={save}
          submitLabel={t.save}
          savedText={t.saved}
        />
      </section>
      <Preview values={values} />
    </>
  );
}

function Deletion({ alert: { id, name } }: { alert: Alert }) {
  const { calls } = useSession();
  const { go } = useLinks();
  const d = t.deletion;
  const remove = async () => {
    await calls.deleteAlert(id);
    setFlash({ kind: 'good', text: d.done(name) });
    go('/settings/alerts');
  };
  return (
    <ConfirmedAction
      heading={d.title}
      text={d.text}
      buttonLabel={d.action}
      question={d.ask(name)}
      confirmLabel={d.confirm}
      onConfirm={remove}
    />
  );
}
