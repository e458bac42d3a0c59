import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { apiKeysText } from '../text/en/api-keys.ts';
import { CheckField, ChoiceField, type FieldErrors } from './fields.tsx';
import { Loading } from './loading.tsx';

/** Most sites that are offered. */
const SITES_MAX = 100;

interface SitesFieldProps {
  /** The chosen sites; null for all. */
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
  errors?: FieldErrors;
}

/** Chooses all sites of the account, or some of them. */
export function SitesField({ value, onChange, errors }: SitesFieldProps) {
  const t = apiKeysText.fields;
  return (
    <>
      <ChoiceField
        name="siteIds"
        label={t.sites}
        errors={errors}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
        options={[
          { value: 'all', label: t.allSites },
          { value: 'some', label: t.someSites },
        ]}
      />
      {value !== null && <SomeSites value={value} onChange={onChange} />}
    </>
  );
}

function SomeSites({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const t = apiKeysText.fields;
  const { calls } = useSession();
  const sites = useLoad((signal) => calls.listSites({ limit: SITES_MAX }, signal));
  return (
    <Loading loaded={sites}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="soft nested">{t.noSites}</p>
        ) : (
          <fieldset class="field nested">
            <legend class="visually-hidden">{t.someSites}</legend>
            {items.map((site) => (
              <CheckField
                key={site.id}
                name={`site-${site.id}`}
                label={site.name}
                isChecked={value.includes(site.id)}
                onChange={(isChecked) =>
                  onChange(isChecked ? [...value, site.id] : value.filter((id) => id !== site.id))
                }
              />
            ))}
          </fieldset>
        )
      }
    </Loading>
  );
}
