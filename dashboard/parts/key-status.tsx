import type { ApiKey } from '../api/types.ts';
import { apiKeysText as t } from '../text/en/api-keys.ts';
import { formatCount } from '../text/plural.ts';

const DAY_MS = 86_400_000;
/** Days before the expiry from which on a key is shown as one that expires soon. */
const SOON_DAYS = 14;

/** The status of a key as text, not as a color alone. */
export function KeyStatus({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const { status, expiresAt, previousValue } = apiKey;
  const days = Math.ceil((Date.parse(expiresAt) - now) / DAY_MS);
  if (status === 'revoked') return <span class="badge bad">{t.status.revoked}</span>;
  if (status === 'expired') return <span class="badge bad">{t.status.expired}</span>;
  return (
    <>
      {days <= SOON_DAYS ? (
        <span class="badge warning">{t.status.expiresSoon(formatCount(days, t.days))}</span>
      ) : (
        <span class="badge good">{t.status.active}</span>
      )}
      {previousValue !== null && <span class="soft"> {t.status.overlap}</span>}
    </>
  );
}
