import { CallError } from '../../api/call-error.ts';
import { useDraft } from '../../api/drafts.ts';
import { setFlash } from '../../api/flash.ts';
import { useSession } from '../../api/session.ts';
import type { Site } from '../../api/types.ts';
import { Entry } from '../../parts/entry.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useLinks } from '../../shell/links.ts';
import { siteDeletionText as t } from '../../text/en/site-deletion.ts';

/** Deletes the site once the person has typed its name. */
export function Deletion({ site }: { site: Site }) {
  const { calls, me } = useSession();
  const { go } = useLinks();
  const { values, change } = useDraft(`delete-site ${me.person.personId} ${site.id}`, { name: '' });
  const remove = async () => {
    // The call has no body, so that only this screen can compare the name.
    if (values.name.trim() !== site.name) {
      throw new CallError('problem', { errors: [{ path: 'name', message: t.mismatch(site.name) }] });
    }
    await calls.deleteSite(site.id);
    setFlash({ kind: 'good', text: t.done(site.name) });
    go('/');
  };
  return (
    <section class="panel danger">
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <Entry onSubmit={remove} labels={{ name: t.label }} submitLabel={t.action} name="deletion" isDanger>
        {(errors) => (
          <TextField
            name="name"
            label={t.field(site.name)}
            errors={errors}
            value={values.name}
            onChange={(name) => change({ name })}
          />
        )}
      </Entry>
    </section>
  );
}
