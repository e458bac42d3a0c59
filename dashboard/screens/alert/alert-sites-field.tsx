import { useSession } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { ChoiceField, type FieldErrors } from '../../parts/fields.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ManyChoices } from '../../parts/many-choices.tsx';
import { SomeSites } from '../../parts/sites-field.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { alertsText } from '../../text/en/alerts.ts';
import type { AlertValues } from './alert-values.ts';

const t = alertsText.fields;

interface AlertSitesFieldProps {
  values: AlertValues;
  errors: FieldErrors;
  onChange: (changes: Partial<AlertValues>) => void;
}

/** Chooses the sites of an alert: all, some, or those with a label. */
export function AlertSitesField({ values, errors, onChange }: AlertSitesFieldProps) {
  return (
    <>
      <ChoiceField
        name="sites"
        label={t.sites}
        hint={t.sitesHint}
        errors={errors}
        value={values.sites}
        options={toOptions(t.siteChoices)}
        onChange={(sites) => onChange({ sites })}
      />
      {values.sites === 'ids' && (
        <SomeSites value={values.siteIds} onChange={(siteIds) => onChange({ siteIds })} />
      )}
      {values.sites === 'labels' && (
        <Labels value={values.labels} onChange={(labels) => onChange({ labels })} />
      )}
    </>
  );
}

/** The labels of the sites of the account as checkboxes. */
function Labels({ value, onChange }: { value: readonly string[]; onChange: (labels: string[]) => void }) {
  const { calls } = useSession();
  const overview = useLoad((signal) => calls.readOverview({ limit: 1 }, signal));
  return (
    <Loading loaded={overview}>
      {({ labels }) =>
        labels.length === 0 && value.length === 0 ? (
          <p class="soft nested">{t.noLabels}</p>
        ) : (
          <fieldset class="field nested">
            <legend class="visually-hidden">{t.siteChoices.labels}</legend>
            <ManyChoices
              name="label"
              options={labels.map((label) => ({ value: label, label }))}
              value={value}
              onChange={onChange}
              searchLabel={t.searchLabels}
              count={t.labelCount}
            />
          </fieldset>
        )
      }
    </Loading>
  );
}
