import { useState } from 'preact/hooks';
import { useDraft } from '../../api/drafts.ts';
import { useSession } from '../../api/session.ts';
import type { Site, Suppression } from '../../api/types.ts';
import { Entry } from '../../parts/entry.tsx';
import { FieldGroup, TextField } from '../../parts/fields.tsx';
import { FocusedHeading } from '../../parts/focused-heading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { parseDay, SuppressionFields, suppressionLabels } from '../../parts/suppression-fields.tsx';
import { useLinks } from '../../shell/links.ts';
import { shellText } from '../../text/en/shell.ts';
import { suppressionsText as t } from '../../text/en/suppressions.ts';
import { type GroupNames, Match } from './suppression-table.tsx';

/** The members of a match that have a field here. */
const matchFields = [
  { name: 'rule', label: t.fields.rule, hint: t.fields.ruleHint },
  { name: 'page', label: t.fields.page, hint: t.fields.pageHint },
  { name: 'selector', label: t.fields.selector, hint: t.fields.selectorHint },
  { name: 'issueGroup', label: t.fields.issueGroup, hint: t.fields.issueGroupHint },
  { name: 'fingerprint', label: t.fields.fingerprint, hint: t.fields.fingerprintHint },
] as const;
const labels = {
  match: t.fields.match,
  ...Object.fromEntries(matchFields.map(({ name, label }) => [`match.${name}`, label])),
  ...suppressionLabels,
};

interface NewSuppressionProps {
  site: Site;
  isFocused: boolean;
  /** Leaves the fields, with a text that says what was done. */
  onDone: (text: string) => void;
}

/** Adds a suppression. */
export function NewSuppression({ site, isFocused, onDone }: NewSuppressionProps) {
  const { calls, me } = useSession();
  const { values, change } = useDraft(`suppression ${me.person.personId} ${site.id}`, {
    rule: '',
    page: '',
    selector: '',
    issueGroup: '',
    fingerprint: '',
    reason: '',
    expires: '',
  });
  const create = async () => {
    const { reason, expires, ...match } = values;
    await calls.createSuppression(site.id, {
      match: Object.fromEntries(
        Object.entries(match)
          .map(([name, value]) => [name, value.trim()] as const)
          .filter(([, value]) => value !== ''),
      ),
      reason,
      expiresAt: parseDay(expires),
    });
    onDone(t.create.done);
  };
  return (
    <section class="panel">
      <FocusedHeading text={t.create.title} isFocused={isFocused} />
      <Entry onSubmit={create} labels={labels} submitLabel={t.create.submit} actions={<Cancel />}>
        {(errors) => (
          <>
            <FieldGroup name="match" label={t.fields.match} hint={t.fields.matchHint} errors={errors}>
              {matchFields.map(({ name, label, hint }) => (
                <TextField
                  key={name}
                  name={`match.${name}`}
                  label={label}
                  hint={hint}
                  errors={errors}
                  isOptional
                  value={values[name]}
                  onChange={(value) => change({ [name]: value })}
                />
              ))}
            </FieldGroup>
            <SuppressionFields values={values} errors={errors} onChange={change} />
          </>
        )}
      </Entry>
    </section>
  );
}

interface EditSuppressionProps extends NewSuppressionProps {
  /** Undefined if it does not exist any more. */
  suppression: Suppression | undefined;
  groupNames: GroupNames;
}

/** Changes the reason and the expiry of a suppression. */
export function EditSuppression({ suppression, groupNames, isFocused, ...rest }: EditSuppressionProps) {
  return (
    <section class="panel">
      <FocusedHeading text={t.edit.title} isFocused={isFocused} />
      {suppression === undefined ? (
        <>
          <Notice kind="warning">
            <p>{t.edit.gone}</p>
          </Notice>
          <Cancel />
        </>
      ) : (
        <>
          <Match match={suppression.match} groupNames={groupNames} />
          <Change suppression={suppression} {...rest} />
        </>
      )}
    </section>
  );
}

interface ChangeProps extends Omit<NewSuppressionProps, 'isFocused'> {
  suppression: Suppression;
}

function Change({ site, suppression, onDone }: ChangeProps) {
  const { calls } = useSession();
  const { id, reason, expiresAt } = suppression;
  const expires = expiresAt?.slice(0, 'YYYY-MM-DD'.length) ?? '';
  const [values, setValues] = useState({ reason, expires });
  const save = async () => {
    await calls.changeSuppression(site.id, id, {
      reason: values.reason,
      // The time of the day is kept unless the day changes.
      ...(values.expires === expires ? {} : { expiresAt: parseDay(values.expires) }),
    });
    onDone(t.edit.done);
  };
  return (
    <Entry onSubmit={save} labels={suppressionLabels} submitLabel={t.edit.submit} actions={<Cancel />}>
      {(errors) => (
        <SuppressionFields
          values={values}
          errors={errors}
          onChange={(changes) => setValues({ ...values, ...changes })}
        />
      )}
    </Entry>
  );
}

function Cancel() {
  const { hrefWith } = useLinks();
  return <a href={hrefWith({ edit: undefined })}>{shellText.cancel}</a>;
}
