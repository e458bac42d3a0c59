import { useSession } from '../api/session.ts';
import type { Alert } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { describeSites } from '../parts/describe-sites.ts';
import { EventList } from '../parts/event-list.tsx';
import { SettingsList } from '../parts/settings-list.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useLinks } from '../shell/links.ts';
import { alertsText as t } from '../text/en/alerts.ts';
import { describeTimes } from '../text/en/schedule.ts';
import { AlertState } from './alert/alert-state.tsx';
import { MailOffNotice } from './alert/mail-off-notice.tsx';

/** The alerts of the account: who hears what of which sites. */
export function AlertsScreen() {
  const { calls } = useSession();
  const alerts = useLoad((signal) => calls.listAlerts(signal));
  return (
    <SettingsList
      title={t.title}
      intro={t.intro}
      count={t.list.count}
      add={{ path: '/settings/alerts/new', label: t.create }}
      loaded={alerts}
      notice={<MailOffNotice />}
    >
      {(items) => <AlertTable items={items} />}
    </SettingsList>
  );
}

function AlertTable({ items }: { items: readonly Alert[] }) {
  const { href } = useLinks();
  const { columns } = t.list;
  return (
    <Table<Alert>
      caption={t.list.caption}
      rows={items}
      getKey={({ id }) => id}
      empty={t.list.empty}
      columns={[
        {
          key: 'name',
          label: columns.name,
          sortBy: ({ name }) => name,
          cell: ({ id, name }) => <a href={href(`/settings/alerts/${id}`)}>{name}</a>,
        },
        {
          key: 'state',
          label: columns.state,
          sortBy: ({ state, failingSince }) => `${state} ${failingSince ?? ''}`,
          cell: (alert) => <AlertState alert={alert} />,
        },
        {
          key: 'events',
          label: columns.events,
          cell: ({ events, impact }) => (
            <>
              <EventList events={events} />
              <span class="soft">{t.impact(t.fields.impacts[impact])}</span>
            </>
          ),
        },
        {
          key: 'sites',
          label: columns.sites,
          cell: ({ sites }) => <span class="wraps">{describeAlertSites(sites)}</span>,
        },
        {
          key: 'channel',
          label: columns.channel,
          cell: ({ channel, delivery, nextDigestAt }) => (
            <>
              <span class="wraps">{describeChannel(channel)}</span>
              <span class="soft">{delivery.every === 'event' ? t.atOnce : describeTimes(delivery)}</span>
              {nextDigestAt !== null && (
                <span class="soft">
                  {t.nextDigest} <Time at={nextDigestAt} />
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function describeAlertSites(sites: Alert['sites']): string {
  if (sites === 'all') return describeSites(null);
  return 'ids' in sites ? describeSites(sites.ids) : t.labels(sites.labels);
}

function describeChannel(channel: Alert['channel']): string {
  return channel.kind === 'slack'
    ? t.slack
    : t.mailTo(channel.people.map(({ name }) => name ?? t.formerMember));
}
