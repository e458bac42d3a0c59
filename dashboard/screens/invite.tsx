import { useState } from 'preact/hooks';
import { useDraft } from '../api/drafts.ts';
import { useSession } from '../api/session.ts';
import type { InvitationWithLink } from '../api/types.ts';
import { Entry } from '../parts/entry.tsx';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { InvitationLink } from '../parts/invitation-link.tsx';
import { roleOptions } from '../parts/role-options.ts';
import { SitesField } from '../parts/sites-field.tsx';
import { useLinks } from '../shell/links.ts';
import { membersText } from '../text/en/members.ts';
import { shellText } from '../text/en/shell.ts';

const t = membersText.new;

/** Invites a person to the account. */
export function InviteScreen() {
  const { calls, me } = useSession();
  const { href, go } = useLinks();
  const [created, setCreated] = useState<InvitationWithLink | null>(null);
  const { values, change } = useDraft(`invite ${me.person.personId} ${calls.accountId}`, {
    email: '',
    role: 'viewer',
    siteIds: null as string[] | null,
  });
  const isAdmin = values.role === 'admin';
  const invite = async () => {
    const { email, role, siteIds } = values;
    setCreated(await calls.invite({ email, role, ...(siteIds === null || isAdmin ? {} : { siteIds }) }));
  };
  if (created !== null) {
    return <InvitationLink created={created} onDone={() => go('/settings/members')} />;
  }
  return (
    <>
      <PageHeading
        title={t.title}
        section={membersText.title}
        sectionPath="/settings/members"
        intro={t.intro}
      />
      <Entry
        onSubmit={invite}
        labels={{ email: t.email, role: t.role, siteIds: t.sites }}
        submitLabel={t.submit}
        actions={<a href={href('/settings/members')}>{shellText.cancel}</a>}
      >
        {(errors) => (
          <>
            <TextField
              name="email"
              type="email"
              label={t.email}
              errors={errors}
              value={values.email}
              onChange={(email) => change({ email })}
            />
            <ChoiceField
              name="role"
              label={t.role}
              errors={errors}
              value={values.role}
              options={roleOptions}
              onChange={(role) => change({ role })}
            />
            {isAdmin ? (
              <p class="soft">{t.adminSites}</p>
            ) : (
              <SitesField
                value={values.siteIds}
                errors={errors}
                onChange={(siteIds) => change({ siteIds })}
              />
            )}
          </>
        )}
      </Entry>
    </>
  );
}
