import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { shellText } from '../text/en/shell.ts';
import { sitesFieldText as t } from '../text/en/sites-field.ts';
import { ChoiceField, type FieldErrors } from './fields.tsx';
import { listAll } from './list-all.ts';
import { Loading } from './loading.tsx';
import { ManyChoices } from './many-choices.tsx';

const PAGE_SIZE = 100;
/** Accounts have at most 1,000 sites. */
const PAGES_MAX = 10;

interface SitesFieldProps {
  /** The member of the request. */
  name?: string;
  hint?: string;
  /** The chosen sites; null for all. */
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
  errors?: FieldErrors;
}

/** Chooses all sites of the account, or some of them. */
export function SitesField({ name = 'siteIds', hint, value, onChange, errors }: SitesFieldProps) {
  return (
    <>
      <ChoiceField
        name={name}
        label={t.label}
        hint={hint}
        errors={errors}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
        options={[
          { value: 'all', label: t.all },
          { value: 'some', label: t.some },
        ]}
      />
      {value !== null && <SomeSites value={value} onChange={onChange} />}
    </>
  );
}

interface SomeSitesProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** The sites of the account as checkboxes. */
export function SomeSites({ value, onChange }: SomeSitesProps) {
  const { calls } = useSession();
  const sites = useLoad((signal) =>
    listAll((cursor) => calls.listSites({ limit: PAGE_SIZE, cursor }, signal), PAGES_MAX),
  );
  return (
    <Loading loaded={sites}>
      {({ items }) =>
        items.length === 0 && value.length === 0 ? (
          <p class="soft nested">{t.none}</p>
        ) : (
          <fieldset class="field nested">
            <legend class="visually-hidden">{t.some}</legend>
            <ManyChoices
              name="site"
              options={items.map(({ id, name }) => ({ value: id, label: name }))}
              value={value}
              onChange={onChange}
              searchLabel={t.search}
              count={shellText.sitesCount}
            />
          </fieldset>
        )
      }
    </Loading>
  );
}
