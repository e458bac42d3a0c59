import { useState } from 'preact/hooks';
import { NAME_LENGTH_MAX } from '../../core/name-length.ts';
import { changeMe, endAllSessions, endSession, listSessions } from '../api/calls.ts';
import { useSession } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Entry } from '../parts/entry.tsx';
import { TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { forgetSession } from '../shell/sign-out.ts';
import { sessionText } from '../text/en/session.ts';
import { shellText } from '../text/en/shell.ts';

const t = sessionText.sessions;

/** Where the person is signed in, and the name that others see. */
export function SessionsScreen() {
  const { notice, run } = useNotice();
  const sessions = useLoad((signal) => listSessions(signal));
  const end = ({ sessionId }: Session) =>
    run(async () => {
      await endSession(sessionId);
      document.querySelector('h1')?.focus();
      sessions.reload();
      return t.ended;
    });
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
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
              {
                key: 'started',
                label: t.columns.started,
                sortBy: ({ createdAt }) => createdAt,
                cell: ({ createdAt }) => <Time at={createdAt} />,
              },
              {
                key: 'seen',
                label: t.columns.lastSeen,
                sortBy: ({ lastSeenAt }) => lastSeenAt,
                cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
              },
              { key: 'ends', label: t.columns.ends, cell: ({ endsAt }) => <Time at={endsAt} /> },
              {
                key: 'actions',
                label: shellText.actions,
                cell: (session) =>
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
              },
            ]}
          />
        )}
      </Loading>
      <Everywhere />
      <PersonName />
    </>
  );
}

function Everywhere() {
  const [isAsking, setIsAsking] = useState(false);
  const signOutEverywhere = async () => {
    await endAllSessions();
    forgetSession();
    location.replace('/signed-out');
  };
  return (
    <section class="panel">
      <h2>{t.everywhere}</h2>
      <p>{t.everywhereText}</p>
      <button type="button" class="danger" onClick={() => setIsAsking(true)}>
        {t.everywhere}
      </button>
      {isAsking && (
        <Confirm
          title={t.everywhereTitle}
          text={t.everywhereText}
          confirmLabel={t.everywhere}
          onConfirm={signOutEverywhere}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

function PersonName() {
  const { me, reloadMe } = useSession();
  const [name, setName] = useState(me.person.name);
  const save = async () => {
    await changeMe({ name });
    reloadMe();
  };
  return (
    <section class="panel">
      <h2>{t.person}</h2>
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
