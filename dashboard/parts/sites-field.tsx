import { useState } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { apiKeysText } from '../text/en/api-keys.ts';
import { shellText } from '../text/en/shell.ts';
import { formatCount } from '../text/plural.ts';
import { announce } from './announce.ts';
import { CheckField, ChoiceField, type FieldErrors, TextField } from './fields.tsx';
import { listAll } from './list-all.ts';
import { Loading } from './loading.tsx';

const PAGE_SIZE = 100;
/** Accounts have at most 1,000 sites. */
const PAGES_MAX = 10;
/** Most sites that are listed without a field that searches them. */
const SITES_WITHOUT_SEARCH = 10;

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
  const [search, setSearch] = useState('');
  const sites = useLoad((signal) =>
    listAll((cursor) => calls.listSites({ limit: PAGE_SIZE, cursor }, signal), PAGES_MAX),
  );
  const all = sites.data?.items ?? [];
  const find = (text: string) =>
    all.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const changeSearch = (text: string) => {
    setSearch(text);
    announce(formatCount(find(text).length, shellText.sitesCount));
  };
  return (
    <Loading loaded={sites}>
      {() =>
        all.length === 0 ? (
          <p class="soft nested">{t.noSites}</p>
        ) : (
          <fieldset class="field nested">
            <legend class="visually-hidden">{t.someSites}</legend>
            {all.length > SITES_WITHOUT_SEARCH && (
              <TextField
                name="site-search"
                label={t.searchSites}
                isLocal
                value={search}
                onChange={changeSearch}
              />
            )}
            <div class="options">
              {find(search).map((site) => (
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
            </div>
          </fieldset>
        )
      }
    </Loading>
  );
}
