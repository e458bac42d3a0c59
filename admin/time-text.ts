/** Returns a time without seconds for people: `2026-11-21 08:00 UTC`. */
export function timeText(rfc3339: string): string {
  return `${rfc3339.slice(0, 10)} ${rfc3339.slice(11, 16)} UTC`;
}
