import { useState } from 'preact/hooks';
import { CallError } from '../../api/call-error.ts';
import { useSession } from '../../api/session.ts';
import { Entry } from '../../parts/entry.tsx';
import { CheckField, TextField } from '../../parts/fields.tsx';
import { RowsField } from '../../parts/rows-field.tsx';
import { siteCredentialsText as t } from '../../text/en/site-credentials.ts';
import {
  type CookieValues,
  type HeaderValues,
  hasSameNames,
  noCookie,
  noCredentials,
  noHeader,
  toCredentials,
} from './credentials-values.ts';
import type { SiteTabProps } from './tab-props.ts';

const { fields } = t;
const labels = {
  'credentials.basic.username': fields.username,
  'credentials.basic.password': fields.password,
  'credentials.headers': fields.headers,
  'credentials.cookies': fields.cookies,
};

/** Sets the credentials of a site. What was entered is removed from the fields once it was sent. */
export function CredentialsEntry({ site, onChange }: SiteTabProps) {
  const { calls } = useSession();
  // No draft: secrets must not be stored in the browser.
  const [values, setValues] = useState(noCredentials);
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const save = async () => {
    if (hasSameNames(values)) {
      throw new CallError('problem', { errors: [{ path: 'credentials.headers', message: t.twice }] });
    }
    onChange(await calls.changeSite(site.id, { credentials: toCredentials(values) }));
    setValues(noCredentials);
  };
  return (
    <Entry onSubmit={save} labels={labels} submitLabel={t.submit} name="credentials" savedText={t.saved}>
      {(errors) => (
        <>
          <TextField
            name="credentials.basic.username"
            label={fields.username}
            hint={fields.basicHint}
            errors={errors}
            isOptional
            value={values.username}
            onChange={(username) => change({ username })}
          />
          <TextField
            name="credentials.basic.password"
            type="password"
            label={fields.password}
            errors={errors}
            isOptional
            value={values.password}
            onChange={(password) => change({ password })}
          />
          <RowsField<HeaderValues>
            name="credentials.headers"
            label={fields.headers}
            errors={errors}
            rows={values.headers}
            onChange={(headers) => change({ headers })}
            emptyRow={noHeader}
            texts={{ add: t.addHeader, row: t.header, remove: t.removeRow, removeOf: t.removeOf }}
          >
            {(header, changeHeader, index) => (
              <NamedValue name={`header-${index}`} row={header} onChange={changeHeader} />
            )}
          </RowsField>
          <RowsField<CookieValues>
            name="credentials.cookies"
            label={fields.cookies}
            errors={errors}
            rows={values.cookies}
            onChange={(cookies) => change({ cookies })}
            emptyRow={noCookie}
            texts={{ add: t.addCookie, row: t.cookie, remove: t.removeRow, removeOf: t.removeOf }}
          >
            {(cookie, changeCookie, index) => (
              <>
                <NamedValue name={`cookie-${index}`} row={cookie} onChange={changeCookie} />
                <TextField
                  name={`cookie-${index}-path`}
                  label={fields.path}
                  isLocal
                  value={cookie.path}
                  onChange={(path) => changeCookie({ path })}
                />
                <CheckField
                  name={`cookie-${index}-http-only`}
                  label={fields.httpOnly}
                  isChecked={cookie.httpOnly}
                  onChange={(httpOnly) => changeCookie({ httpOnly })}
                />
              </>
            )}
          </RowsField>
        </>
      )}
    </Entry>
  );
}

interface NamedValueProps {
  /** Distinguishes the fields of the row. */
  name: string;
  row: HeaderValues;
  onChange: (changes: Partial<HeaderValues>) => void;
}

function NamedValue({ name, row, onChange }: NamedValueProps) {
  return (
    <>
      <TextField
        name={`${name}-name`}
        label={fields.name}
        isLocal
        value={row.name}
        onChange={(text) => onChange({ name: text })}
      />
      <TextField
        name={`${name}-value`}
        type="password"
        label={fields.value}
        isLocal
        value={row.value}
        onChange={(value) => onChange({ value })}
      />
    </>
  );
}
