import type { ClientWarning } from './client.ts';
import { readAnswerDate } from './retry-after.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The warning starts this long before the key expires. */
const EXPIRY_DAYS = 14;
/** Allowed difference of the clocks. Certificates and signatures tolerate as much. */
const CLOCK_MS = 300_000;

/**
 * Creates a function that reads the headers of answers. It warns once if the key expires soon, and once if this
 * machine's clock differs from the service's.
 */
export function createWarningObserver(
  onWarning: (warning: ClientWarning) => void,
): (headers: Headers) => void {
  const reported = new Set<ClientWarning['code']>();
  return (headers) => {
    for (const warning of [checkKeyExpiry(headers), checkClock(headers)]) {
      if (warning === null || reported.has(warning.code)) continue;
      reported.add(warning.code);
      onWarning(warning);
    }
  };
}

function checkKeyExpiry(headers: Headers): ClientWarning | null {
  const expires = Date.parse(headers.get('X-API-Key-Expires') ?? '');
  if (Number.isNaN(expires)) return null;
  const remainingMs = expires - readAnswerDate(headers);
  if (remainingMs > EXPIRY_DAYS * DAY_MS) return null;
  const at = new Date(expires).toISOString();
  return {
    code: 'key-expires-soon',
    message: `This value of the API key expires in ${formatSpan(remainingMs)}, at ${at}. Have the key rotated. If that was done, use the new value.`,
  };
}

function checkClock(headers: Headers): ClientWarning | null {
  if (Number.isNaN(Date.parse(headers.get('Date') ?? ''))) return null;
  const ahead = Date.now() - readAnswerDate(headers);
  if (Math.abs(ahead) <= CLOCK_MS) return null;
  return {
    code: 'clock-differs',
    message: `This machine's clock is ${formatSpan(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the service's. Times of the scan are the service's. Correct the clock, or certificates may become invalid.`,
  };
}

/** Formats a time span in its largest unit, rounded down; less than an hour in minutes. */
function formatSpan(milliseconds: number): string {
  const [unit, count] =
    milliseconds >= DAY_MS
      ? ['day', milliseconds / DAY_MS]
      : milliseconds >= HOUR_MS
        ? ['hour', milliseconds / HOUR_MS]
        : ['minute', Math.max(0, milliseconds) / 60_000];
  const whole = Math.floor(count as number);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
