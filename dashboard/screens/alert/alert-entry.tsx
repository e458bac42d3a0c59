import type { ComponentChildren } from 'preact';
import { NAME_LENGTH_MAX } from '../../../core/name-length.ts';
import { useSession } from '../../api/session.ts';
import type { Alert } from '../../api/types.ts';
import { Entry } from '../../parts/entry.tsx';
import { EventsField } from '../../parts/events-field.tsx';
import { AreaField, ChoiceField, type FieldErrors, SelectField, TextField } from '../../parts/fields.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { WeekdaysField } from '../../parts/weekdays-field.tsx';
import { alertsText } from '../../text/en/alerts.ts';
import { alertEventsText } from '../../text/en/events.ts';
import { scheduleText } from '../../text/en/schedule.ts';
import { AlertSitesField } from './alert-sites-field.tsx';
import type { AlertValues } from './alert-values.ts';
import { PeopleField } from './people-field.tsx';

const t = alertsText.fields;
const labels = {
  name: t.name,
  events: t.events,
  impact: t.impact,
  sites: t.sites,
  branches: t.branches,
  channel: t.channel,
  'channel.people': t.people,
  'channel.url': t.slackUrl,
  delivery: t.delivery,
  'delivery.on': scheduleText.edit.fields.weekDays,
  'delivery.at': t.at,
  'delivery.timeZone': scheduleText.edit.fields.timeZone,
};

interface AlertEntryProps {
  /** Undefined for a new alert. */
  alert?: Alert;
  values: AlertValues;
  onChange: (changes: Partial<AlertValues>) => void;
  /** It is a secret, so it is in no draft. */
  slackUrl: string;
  onSlackUrl: (url: string) => void;
  onSubmit: () => Promise<void>;
  submitLabel: string;
  savedText?: string;
  actions?: ComponentChildren;
}

interface PartProps extends Pick<AlertEntryProps, 'values' | 'onChange'> {
  errors: FieldErrors;
}

/** The fields of an alert. */
export function AlertEntry(props: AlertEntryProps) {
  const { alert, values, onChange, slackUrl, onSlackUrl, ...entry } = props;
  const { personId } = useSession().me.person;
  const isSlackKept = alert?.channel.kind === 'slack';
  const isOfOther = isSlackKept && alert.state !== 'author-gone' && alert.setBy.personId !== personId;
  const isTakenOver = isOfOther && values.channel === 'slack';
  return (
    <Entry {...entry} labels={labels}>
      {(errors) => (
        <>
          <TextField
            name="name"
            label={t.name}
            hint={t.nameHint}
            errors={errors}
            maxLength={NAME_LENGTH_MAX}
            value={values.name}
            onChange={(name) => onChange({ name })}
          />
          <What values={values} errors={errors} onChange={onChange} />
          <AlertSitesField values={values} errors={errors} onChange={onChange} />
          <Branches values={values} errors={errors} onChange={onChange} />
          <ChoiceField
            name="channel"
            label={t.channel}
            errors={errors}
            value={values.channel}
            options={toOptions(t.channels)}
            onChange={(channel) => onChange({ channel })}
          />
          {values.channel === 'mail' ? (
            <PeopleField
              errors={errors}
              value={values.people}
              known={alert?.channel.kind === 'mail' ? alert.channel.people : []}
              onChange={(people) => onChange({ people })}
            />
          ) : (
            <TextField
              name="channel.url"
              type="password"
              label={t.slackUrl}
              hint={isSlackKept ? `${t.slackUrlHint} ${t.slackUrlKept}` : t.slackUrlHint}
              errors={errors}
              isOptional={isSlackKept}
              value={slackUrl}
              onChange={onSlackUrl}
            />
          )}
          <When values={values} errors={errors} onChange={onChange} />
          {isTakenOver && (
            <p class="soft" id="takes-over">
              {alertsText.detail.takesOver(alert.setBy.name ?? alertsText.formerMember)}
            </p>
          )}
        </>
      )}
    </Entry>
  );
}

function What({ values, errors, onChange }: PartProps) {
  return (
    <>
      <EventsField
        label={t.events}
        texts={alertEventsText}
        errors={errors}
        value={values.events}
        onChange={(events) => onChange({ events })}
      />
      <SelectField
        name="impact"
        label={t.impact}
        hint={t.impactHint}
        errors={errors}
        value={values.impact}
        options={toOptions(t.impacts)}
        onChange={(impact) => onChange({ impact })}
      />
    </>
  );
}

function Branches({ values, errors, onChange }: PartProps) {
  return (
    <>
      <ChoiceField
        name="branch-choice"
        label={t.branches}
        hint={t.branchesHint}
        errors={errors}
        value={values.branches}
        options={toOptions(t.branchChoices)}
        onChange={(branches) => onChange({ branches })}
      />
      {values.branches !== 'main' && (
        <AreaField
          name="branches"
          label={t.branchNames}
          hint={t.branchNamesHint}
          errors={errors}
          value={values.branchNames}
          onChange={(branchNames) => onChange({ branchNames })}
        />
      )}
    </>
  );
}

function When({ values, errors, onChange }: PartProps) {
  const { timeZone, timeZoneHint } = scheduleText.edit.fields;
  return (
    <>
      <ChoiceField
        name="delivery"
        label={t.delivery}
        hint={t.deliveryHint}
        errors={errors}
        value={values.every}
        options={toOptions(t.deliveries)}
        onChange={(every) => onChange({ every })}
      />
      {values.every === 'week' && (
        <WeekdaysField
          name="delivery.on"
          errors={errors}
          value={values.weekDays}
          onChange={(weekDays) => onChange({ weekDays })}
        />
      )}
      {values.every !== 'event' && (
        <>
          <TextField
            name="delivery.at"
            type="time"
            label={t.at}
            errors={errors}
            value={values.at}
            onChange={(at) => onChange({ at })}
          />
          <TextField
            name="delivery.timeZone"
            label={timeZone}
            hint={timeZoneHint}
            errors={errors}
            value={values.timeZone}
            onChange={(zone) => onChange({ timeZone: zone })}
          />
        </>
      )}
    </>
  );
}
