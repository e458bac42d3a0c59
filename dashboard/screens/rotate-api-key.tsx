import { ROTATION_GRACE_HOURS_DEFAULT, ROTATION_GRACE_HOURS_MAX } from '../../core/access/key-limits.ts';
import { useDraft } from '../api/drafts.ts';
import { keepFreshValue } from '../api/fresh-value.ts';
import { useSession } from '../api/session.ts';
import type { ApiKeyDetail } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { Entry } from '../parts/entry.tsx';
import { ExpiryField } from '../parts/expiry-field.tsx';
import { CheckField, TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { parseWholeNumber } from '../parts/parse-number.ts';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { formatTime } from '../text/dates.ts';
import { apiKeysText } from '../text/en/api-keys.ts';
import { shellText } from '../text/en/shell.ts';

const t = apiKeysText.rotate;

/** Gives a key a new value. The value is shown on a screen of its own. */
export function RotateApiKeyScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const keyId = params.keyId ?? '';
  const key = useLoad((signal) => calls.readKey(keyId, signal));
  const name = key.data?.name;
  return (
    <>
      <PageHeading
        title={name === undefined ? t.title : t.titleOf(name)}
        section={apiKeysText.title}
        sectionPath="/settings/api-keys"
        intro={t.intro}
      />
      <Loading loaded={key}>
        {(detail) =>
          detail.status === 'revoked' ? (
            <Notice kind="warning">
              <p>{t.revoked}</p>
            </Notice>
          ) : (
            <Rotation detail={detail} />
          )
        }
      </Loading>
    </>
  );
}

function Rotation({ detail }: { detail: ApiKeyDetail }) {
  const { calls, me } = useSession();
  const { go, href } = useLinks();
  const { keyId, previousValue } = detail;
  const { values, change } = useDraft(`rotate ${me.person.personId} ${keyId}`, {
    graceHours: String(ROTATION_GRACE_HOURS_DEFAULT),
    expiresInDays: String(detail.lifetimeDays),
    endPrevious: false,
  });
  const rotate = async () => {
    const rotated = await calls.rotateKey(keyId, {
      graceHours: parseWholeNumber(values.graceHours),
      expiresInDays: parseWholeNumber(values.expiresInDays),
      endPrevious: values.endPrevious,
    });
    keepFreshValue(keyId, rotated);
    go(`/settings/api-keys/${keyId}/value`);
  };
  return (
    <Entry
      onSubmit={rotate}
      labels={{ graceHours: t.overlap, expiresInDays: apiKeysText.fields.period }}
      submitLabel={t.submit}
      actions={<a href={href(`/settings/api-keys/${keyId}`)}>{shellText.cancel}</a>}
    >
      {(errors) => (
        <>
          <TextField
            name="graceHours"
            type="number"
            min={0}
            max={ROTATION_GRACE_HOURS_MAX}
            label={t.overlap}
            hint={t.overlapHint}
            errors={errors}
            value={values.graceHours}
            onChange={(graceHours) => change({ graceHours })}
          />
          <ExpiryField
            errors={errors}
            value={values.expiresInDays}
            onChange={(expiresInDays) => change({ expiresInDays })}
          />
          {previousValue !== null && (
            <CheckField
              name="endPrevious"
              label={t.endPrevious}
              hint={t.endPreviousHint(formatTime(previousValue.worksUntil))}
              isChecked={values.endPrevious}
              onChange={(endPrevious) => change({ endPrevious })}
            />
          )}
        </>
      )}
    </Entry>
  );
}
