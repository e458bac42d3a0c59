import { useState } from 'preact/hooks';
import { useDraft } from '../api/drafts.ts';
import { setFlash } from '../api/flash.ts';
import { useSession } from '../api/session.ts';
import { PageHeading } from '../parts/heading.tsx';
import { useLinks } from '../shell/links.ts';
import { alertsText } from '../text/en/alerts.ts';
import { shellText } from '../text/en/shell.ts';
import { AlertEntry } from './alert/alert-entry.tsx';
import { createAlertValues, toAlertBody } from './alert/alert-values.ts';
import { Preview } from './alert/load-preview.ts';
import { MailOffNotice } from './alert/mail-off-notice.tsx';

const t = alertsText.new;

/** Creates an alert. */
export function NewAlertScreen() {
  const { calls, me } = useSession();
  const { href, go } = useLinks();
  const { personId } = me.person;
  const { values, change } = useDraft(
    `new-alert ${personId} ${calls.accountId}`,
    createAlertValues(personId),
  );
  const [slackUrl, setSlackUrl] = useState('');
  const create = async () => {
    const { id, name } = await calls.createAlert(toAlertBody(values, slackUrl, undefined));
    setFlash({ kind: 'good', text: t.done(name) });
    go(`/settings/alerts/${id}`);
  };
  return (
    <>
      <PageHeading title={t.title} section={alertsText.title} sectionPath="/settings/alerts" />
      <MailOffNotice />
      <AlertEntry
        values={values}
        onChange={change}
        slackUrl={slackUrl}
        onSlackUrl={setSlackUrl}
        onSubmit={create}
        submitLabel={t.submit}
        actions={<a href={href('/settings/alerts')}>{shellText.cancel}</a>}
      />
      <Preview values={values} />
    </>
  );
}
