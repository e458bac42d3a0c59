import { useState } from 'preact/hooks';
import { NAME_LENGTH_MAX } from '../../core/name-length.ts';
import { changeMe, endAllSessions, endSession, listSessions } from '../api/calls.ts';
import { useSession } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { actionColumn, timeColumn } from '../parts/columns.tsx';
import { ConfirmedAction } from '../parts/confirm.tsx';
import { Entry } from '../parts/entry.tsx';
import { TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Table } from '../parts/table.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { forgetSession } from '../shell/sign-out.ts';
import { sessionText } from '../text/en/session.ts';
import { shellText } from '../text/en/shell.ts';

const t = sessionText.sessions;

/** The name that others see, and where the person is signed in. */
export function SessionsScreen() {
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
      <Person />
      <Sessions />
      <Everywhere />
    </>
  );
}

function Person() {
  const { me, reloadMe } = useSession();
  const [name, setName] = useState(me.person.name);
  const save = async () => {
    await changeMe({ name });
    void reloadMe();
  };
  return (
    <section class="panel">
      <h2>{t.person}</h2>
      <p>{t.email(me.person.email)}</p>
      <Entry onSubmit={save} labels={{ name: t.name }} submitLabel={t.save} savedText={t.saved}>
        {(errors) => (
          <TextField
            name="name"
            label={t.name}
            hint={t.nameHint}
            errors={errors}
            autocomplete="name"
            value={name}
            maxLength={NAME_LENGTH_MAX}
            onChange={setName}
          />
        )}
      </Entry>
    </section>
  );
}

function Sessions() {
  const { notice, run } = useNotice();
  const sessions = useLoad((signal) => listSessions(signal));
  const end = ({ sessionId }: Session) =>
    run(async () => {
      await endSession(sessionId);
      document.getElementById('sessions')?.focus();
      sessions.reload();
      return t.ended;
    });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" tabIndex={-1}>
        {t.caption}
      </h2>
      <p class="soft">{t.text}</p>
      {notice}
      <Loading loaded={sessions}>
        {({ items }) => (
          <Table<Session>
            caption={t.caption}
            rows={items}
            getKey={({ sessionId }) => sessionId}
            empty={t.caption}
            columns={[
              {
                key: 'browser',
                label: t.columns.browser,
                sortBy: ({ browser }) => browser,
                cell: ({ browser, current }) => (
                  <>
                    {browser} {current && <span class="badge good">{t.current}</span>}
                  </>
                ),
              },
              timeColumn('started', t.columns.started, ({ createdAt }) => createdAt),
              timeColumn('seen', t.columns.lastSeen, ({ lastSeenAt }) => lastSeenAt),
              timeColumn('ends', t.columns.ends, ({ endsAt }) => endsAt),
              actionColumn(
                (session) =>
                  !session.current && (
                    <button
                      type="button"
                      class="small"
                      aria-label={t.endOf(session.browser)}
                      onClick={() => void end(session)}
                    >
                      {t.end}
                    </button>
                  ),
              ),
            ]}
          />
        )}
      </Loading>
    </section>
  );
}

function Everywhere() {
  const signOutEverywhere = async () => {
    await endAllSessions();
    forgetSession();
    location.replace('/signed-out');
  };
  return (
    <ConfirmedAction
      heading={t.everywhere}
      text={t.everywhereText}
      buttonLabel={t.everywhere}
      question={t.everywhereTitle}
      confirmLabel={t.everywhere}
      onConfirm={signOutEverywhere}
    />
  );
}
