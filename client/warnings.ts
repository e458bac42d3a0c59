import type { ClientWarning } from './client.ts';
import { readAnswerDate } from './retry-after.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How long before the key expires its user is told. */
const EXPIRY_DAYS = 14;
/** Clocks may differ by so much without a word; certificates and signatures bear as much. */
const CLOCK_MS = 300_000;

/**
 * Makes a reader of answers that tells once when the key expires soon, and once when this machine's clock differs from
 * the service's.
 */
export function createWarningObserver(tell: (warning: ClientWarning) => void): (headers: Headers) => void {
  const told = new Set<ClientWarning['code']>();
  return (headers) => {
    for (const warning of [keyExpiry(headers), clock(headers)]) {
      if (warning === null || told.has(warning.code)) continue;
      told.add(warning.code);
      tell(warning);
    }
  };
}

function keyExpiry(headers: Headers): ClientWarning | null {
  const expires = Date.parse(headers.get('X-API-Key-Expires') ?? '');
  if (Number.isNaN(expires)) return null;
  const left = expires - readAnswerDate(headers);
  if (left > EXPIRY_DAYS * DAY_MS) return null;
  const at = new Date(expires).toISOString();
  return {
    code: 'key-expires-soon',
    message: `This value of the API key stops working in ${spanText(left)}, at ${at}. Have the key rotated, or use its new value if that was done.`,
  };
}

function clock(headers: Headers): ClientWarning | null {
  if (Number.isNaN(Date.parse(headers.get('Date') ?? ''))) return null;
  const ahead = Date.now() - readAnswerDate(headers);
  if (Math.abs(ahead) <= CLOCK_MS) return null;
  return {
    code: 'clock-differs',
    message: `This machine's clock is ${spanText(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the service's. Times of the scan are the service's; set the clock right before certificates fail by it.`,
  };
}

/** A span of time in words, rounded down to its largest unit; below an hour in minutes. */
function spanText(milliseconds: number): string {
  const [unit, count] =
    milliseconds >= DAY_MS
      ? ['day', milliseconds / DAY_MS]
      : milliseconds >= HOUR_MS
        ? ['hour', milliseconds / HOUR_MS]
        : ['minute', Math.max(0, milliseconds) / 60_000];
  const whole = Math.floor(count as number);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
