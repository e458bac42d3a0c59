import { WITHIN_MINUTES_MAX } from '../../../core/schedules/schedule-limits.ts';
import { useDraft } from '../../api/drafts.ts';
import { useSession } from '../../api/session.ts';
import type { Schedule, Site } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Entry } from '../../parts/entry.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { FocusedHeading } from '../../parts/focused-heading.tsx';
import { Loading } from '../../parts/loading.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { WeekdaysField } from '../../parts/weekdays-field.tsx';
import { useLinks } from '../../shell/links.ts';
import { scheduleText } from '../../text/en/schedule.ts';
import { shellText } from '../../text/en/shell.ts';
import { startScanText } from '../../text/en/start-scan.ts';
import { formatNumber } from '../../text/plural.ts';
import { GateFields, gateLabels } from '../start-scan/gate-fields.tsx';
import { RuleSetsField } from '../start-scan/rule-sets-field.tsx';
import type { GateValues } from '../start-scan/scan-values.ts';
import { type ScheduleValues, toScheduleBody, toScheduleValues } from './schedule-values.ts';

const t = scheduleText.edit;
const { fields } = t;
const labels = {
  every: fields.every,
  on: `${fields.weekDays}, ${fields.monthDays}`,
  at: fields.at,
  timeZone: fields.timeZone,
  withinMinutes: fields.within,
  'config.rules': startScanText.fields.rules,
  'config.url': startScanText.fields.url,
  'config.metadata.branch': fields.branch,
  ...gateLabels,
};

interface ScheduleEntryProps {
  site: Site;
  /** Null if the site has none. */
  schedule: Schedule | null;
  isFocused: boolean;
  onSaved: (schedule: Schedule) => void;
}

/** The fields of the schedule of a site. */
export function ScheduleEntry({ site, schedule, isFocused, onSaved }: ScheduleEntryProps) {
  const { calls, me } = useSession();
  const { hrefWith } = useLinks();
  const ruleSets = useLoad((signal) => calls.readRuleSets(signal));
  const { values, change } = useDraft(
    `schedule ${me.person.personId} ${site.id}`,
    toScheduleValues(schedule?.schedule, site.mainBranch),
  );
  const save = async () =>
    onSaved(await calls.setSchedule(site.id, toScheduleBody(values, schedule?.schedule)));
  /** What a field of a text needs. */
  const bind = (
    name: Exclude<keyof ScheduleValues, 'rules' | 'weekDays' | keyof GateValues>,
    member: string,
  ) => ({
    name: member,
    value: values[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <section class="panel">
      <FocusedHeading text={t.title} isFocused={isFocused} />
      <Entry
        onSubmit={save}
        labels={labels}
        submitLabel={t.submit}
        actions={<a href={hrefWith({ edit: undefined })}>{shellText.cancel}</a>}
      >
        {(errors) => (
          <>
            <SelectField
              {...bind('every', 'every')}
              label={fields.every}
              options={toOptions(fields.periods)}
              errors={errors}
            />
            {values.every === 'week' && (
              <WeekdaysField
                name="on"
                errors={errors}
                value={values.weekDays}
                onChange={(weekDays) => change({ weekDays })}
              />
            )}
            {values.every === 'month' && (
              <TextField
                {...bind('monthDays', 'on')}
                label={fields.monthDays}
                hint={fields.monthDaysHint}
                errors={errors}
              />
            )}
            <TextField {...bind('at', 'at')} label={fields.at} type="time" errors={errors} />
            <TextField
              {...bind('timeZone', 'timeZone')}
              label={fields.timeZone}
              hint={fields.timeZoneHint}
              errors={errors}
            />
            <TextField
              {...bind('withinMinutes', 'withinMinutes')}
              label={fields.within}
              hint={fields.withinHint(formatNumber(WITHIN_MINUTES_MAX))}
              type="number"
              min={0}
              max={WITHIN_MINUTES_MAX}
              errors={errors}
            />
            <Loading loaded={ruleSets}>
              {({ items }) => (
                <RuleSetsField
                  ruleSets={items}
                  value={values.rules}
                  errors={errors}
                  onChange={(rules) => change({ rules })}
                />
              )}
            </Loading>
            <TextField
              {...bind('branch', 'config.metadata.branch')}
              label={fields.branch}
              hint={fields.branchHint}
              errors={errors}
              isOptional
            />
            <TextField
              {...bind('url', 'config.url')}
              label={startScanText.fields.url}
              hint={startScanText.fields.urlHint(site.url)}
              errors={errors}
              isOptional
            />
            <h3>{startScanText.fields.gate}</h3>
            <p class="hint">{startScanText.fields.gateHint}</p>
            <GateFields values={values} errors={errors} onChange={change} />
          </>
        )}
      </Entry>
    </section>
  );
}
