import { KEY_DAYS_DEFAULT, KEY_DESCRIPTION_LENGTH_MAX } from '../../core/access/key-limits.ts';
import { roleNames } from '../../core/access/roles.ts';
import { NAME_LENGTH_MAX } from '../../core/name-length.ts';
import { useDraft } from '../api/drafts.ts';
import { keepFreshValue } from '../api/fresh-value.ts';
import { useSession } from '../api/session.ts';
import { Entry } from '../parts/entry.tsx';
import { ExpiryField } from '../parts/expiry-field.tsx';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { parseWholeNumber } from '../parts/parse-number.ts';
import { SitesField } from '../parts/sites-field.tsx';
import { useLinks } from '../shell/links.ts';
import { apiKeysText } from '../text/en/api-keys.ts';
import { shellText } from '../text/en/shell.ts';
import { sitesFieldText } from '../text/en/sites-field.ts';

const t = apiKeysText.fields;
const labels = {
  name: t.name,
  description: t.description,
  expiresInDays: t.period,
  role: t.role,
  siteIds: sitesFieldText.label,
};

/** Creates an API key. The value of the key is shown on a screen of its own. */
export function NewApiKeyScreen() {
  const { calls, me } = useSession();
  const { href, go } = useLinks();
  const { values, change } = useDraft(`new-api-key ${me.person.personId} ${calls.accountId}`, {
    name: '',
    description: '',
    expiresInDays: String(KEY_DAYS_DEFAULT),
    role: 'viewer',
    siteIds: null as string[] | null,
  });
  const create = async () => {
    const { siteIds, expiresInDays, ...rest } = values;
    const created = await calls.createKey({
      ...rest,
      expiresInDays: parseWholeNumber(expiresInDays),
      ...(siteIds === null ? {} : { siteIds }),
    });
    keepFreshValue(created.key.keyId, created);
    go(`/settings/api-keys/${created.key.keyId}/value`);
  };
  return (
    <>
      <PageHeading
        title={apiKeysText.new.title}
        section={apiKeysText.title}
        sectionPath="/settings/api-keys"
        intro={apiKeysText.new.intro}
      />
      <Entry
        onSubmit={create}
        labels={labels}
        submitLabel={apiKeysText.new.submit}
        actions={<a href={href('/settings/api-keys')}>{shellText.cancel}</a>}
      >
        {(errors) => (
          <>
            <TextField
              name="name"
              label={t.name}
              hint={t.nameHint}
              errors={errors}
              value={values.name}
              maxLength={NAME_LENGTH_MAX}
              onChange={(name) => change({ name })}
            />
            <TextField
              name="description"
              label={t.description}
              errors={errors}
              isOptional
              maxLength={KEY_DESCRIPTION_LENGTH_MAX}
              value={values.description}
              onChange={(description) => change({ description })}
            />
            <ExpiryField
              errors={errors}
              value={values.expiresInDays}
              onChange={(expiresInDays) => change({ expiresInDays })}
            />
            <ChoiceField
              name="role"
              label={t.role}
              errors={errors}
              value={values.role}
              options={roleNames.map((role) => ({ value: role, label: shellText.roles[role] }))}
              onChange={(role) => change({ role })}
            />
            <SitesField value={values.siteIds} errors={errors} onChange={(siteIds) => change({ siteIds })} />
          </>
        )}
      </Entry>
    </>
  );
}
