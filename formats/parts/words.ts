import type { Impact } from '../../core/scans/page-result.ts';

export const impactNames: Record<Impact, string> = {
  critical: 'Critical',
  serious: 'Serious',
  moderate: 'Moderate',
  minor: 'Minor',
};

/** Returns a number with its noun, such as `1 element` or `2,400 elements`. */
export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(number)} ${number === 1 ? singular : plural}`;
}

/** Returns a number with a comma between groups of three digits. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US');
}
