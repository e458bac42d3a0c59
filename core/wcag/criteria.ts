export type WcagLevel = 'A' | 'AA' | 'AAA';
export type WcagVersion = '2.0' | '2.1' | '2.2';

/** A conformance target: the success criteria of one WCAG version up to one level. */
export interface WcagScope {
  version: WcagVersion;
  level: WcagLevel;
}

/** A success criterion of WCAG 2. */
export interface SuccessCriterion {
  /** Plain number, e.g. `1.4.3`. */
  number: string;
  name: string;
  level: WcagLevel;
  /** The version that introduced it. */
  since: WcagVersion;
  /** The first version without it. */
  removedIn?: WcagVersion;
  /** W3C's explanation ("Understanding") of it. */
  url: string;
}

/**
 * Every success criterion of WCAG 2.0 to 2.2, by principle and guideline: level, first version, name.
 * Source: https://www.w3.org/TR/WCAG22/ and, for the versions, its "Comparison with WCAG 2.1" and
 * https://www.w3.org/TR/WCAG21/#new-features-in-wcag-2-1; names are WCAG 2.2's.
 */
const table: readonly [number: string, level: WcagLevel, since: WcagVersion, name: string][] = [
  ['1.1.1', 'A', '2.0', 'Non-text Content'],
  ['1.2.1', 'A', '2.0', 'Audio-only and Video-only (Prerecorded)'],
  ['1.2.2', 'A', '2.0', 'Captions (Prerecorded)'],
  ['1.2.3', 'A', '2.0', 'Audio Description or Media Alternative (Prerecorded)'],
  ['1.2.4', 'AA', '2.0', 'Captions (Live)'],
  ['1.2.5', 'AA', '2.0', 'Audio Description (Prerecorded)'],
  ['1.2.6', 'AAA', '2.0', 'Sign Language (Prerecorded)'],
  ['1.2.7', 'AAA', '2.0', 'Extended Audio Description (Prerecorded)'],
  ['1.2.8', 'AAA', '2.0', 'Media Alternative (Prerecorded)'],
  ['1.2.9', 'AAA', '2.0', 'Audio-only (Live)'],
  ['1.3.1', 'A', '2.0', 'Info and Relationships'],
  ['1.3.2', 'A', '2.0', 'Meaningful Sequence'],
  ['1.3.3', 'A', '2.0', 'Sensory Characteristics'],
  ['1.3.4', 'AA', '2.1', 'Orientation'],
  ['1.3.5', 'AA', '2.1', 'Identify Input Purpose'],
  ['1.3.6', 'AAA', '2.1', 'Identify Purpose'],
  ['1.4.1', 'A', '2.0', 'Use of Color'],
  ['1.4.2', 'A', '2.0', 'Audio Control'],
  ['1.4.3', 'AA', '2.0', 'Contrast (Minimum)'],
  ['1.4.4', 'AA', '2.0', 'Resize Text'],
  ['1.4.5', 'AA', '2.0', 'Images of Text'],
  ['1.4.6', 'AAA', '2.0', 'Contrast (Enhanced)'],
  ['1.4.7', 'AAA', '2.0', 'Low or No Background Audio'],
  ['1.4.8', 'AAA', '2.0', 'Visual Presentation'],
  ['1.4.9', 'AAA', '2.0', 'Images of Text (No Exception)'],
  ['1.4.10', 'AA', '2.1', 'Reflow'],
  ['1.4.11', 'AA', '2.1', 'Non-text Contrast'],
  ['1.4.12', 'AA', '2.1', 'Text Spacing'],
  ['1.4.13', 'AA', '2.1', 'Content on Hover or Focus'],
  ['2.1.1', 'A', '2.0', 'Keyboard'],
  ['2.1.2', 'A', '2.0', 'No Keyboard Trap'],
  ['2.1.3', 'AAA', '2.0', 'Keyboard (No Exception)'],
  ['2.1.4', 'A', '2.1', 'Character Key Shortcuts'],
  ['2.2.1', 'A', '2.0', 'Timing Adjustable'],
  ['2.2.2', 'A', '2.0', 'Pause, Stop, Hide'],
  ['2.2.3', 'AAA', '2.0', 'No Timing'],
  ['2.2.4', 'AAA', '2.0', 'Interruptions'],
  ['2.2.5', 'AAA', '2.0', 'Re-authenticating'],
  ['2.2.6', 'AAA', '2.1', 'Timeouts'],
  ['2.3.1', 'A', '2.0', 'Three Flashes or Below Threshold'],
  ['2.3.2', 'AAA', '2.0', 'Three Flashes'],
  ['2.3.3', 'AAA', '2.1', 'Animation from Interactions'],
  ['2.4.1', 'A', '2.0', 'Bypass Blocks'],
  ['2.4.2', 'A', '2.0', 'Page Titled'],
  ['2.4.3', 'A', '2.0', 'Focus Order'],
  ['2.4.4', 'A', '2.0', 'Link Purpose (In Context)'],
  ['2.4.5', 'AA', '2.0', 'Multiple Ways'],
  ['2.4.6', 'AA', '2.0', 'Headings and Labels'],
  ['2.4.7', 'AA', '2.0', 'Focus Visible'],
  ['2.4.8', 'AAA', '2.0', 'Location'],
  ['2.4.9', 'AAA', '2.0', 'Link Purpose (Link Only)'],
  ['2.4.10', 'AAA', '2.0', 'Section Headings'],
  ['2.4.11', 'AA', '2.2', 'Focus Not Obscured (Minimum)'],
  ['2.4.12', 'AAA', '2.2', 'Focus Not Obscured (Enhanced)'],
  ['2.4.13', 'AAA', '2.2', 'Focus Appearance'],
  ['2.5.1', 'A', '2.1', 'Pointer Gestures'],
  ['2.5.2', 'A', '2.1', 'Pointer Cancellation'],
  ['2.5.3', 'A', '2.1', 'Label in Name'],
  ['2.5.4', 'A', '2.1', 'Motion Actuation'],
  ['2.5.5', 'AAA', '2.1', 'Target Size (Enhanced)'],
  ['2.5.6', 'AAA', '2.1', 'Concurrent Input Mechanisms'],
  ['2.5.7', 'AA', '2.2', 'Dragging Movements'],
  ['2.5.8', 'AA', '2.2', 'Target Size (Minimum)'],
  ['3.1.1', 'A', '2.0', 'Language of Page'],
  ['3.1.2', 'AA', '2.0', 'Language of Parts'],
  ['3.1.3', 'AAA', '2.0', 'Unusual Words'],
  ['3.1.4', 'AAA', '2.0', 'Abbreviations'],
  ['3.1.5', 'AAA', '2.0', 'Reading Level'],
  ['3.1.6', 'AAA', '2.0', 'Pronunciation'],
  ['3.2.1', 'A', '2.0', 'On Focus'],
  ['3.2.2', 'A', '2.0', 'On Input'],
  ['3.2.3', 'AA', '2.0', 'Consistent Navigation'],
  ['3.2.4', 'AA', '2.0', 'Consistent Identification'],
  ['3.2.5', 'AAA', '2.0', 'Change on Request'],
  ['3.2.6', 'A', '2.2', 'Consistent Help'],
  ['3.3.1', 'A', '2.0', 'Error Identification'],
  ['3.3.2', 'A', '2.0', 'Labels or Instructions'],
  ['3.3.3', 'AA', '2.0', 'Error Suggestion'],
  ['3.3.4', 'AA', '2.0', 'Error Prevention (Legal, Financial, Data)'],
  ['3.3.5', 'AAA', '2.0', 'Help'],
  ['3.3.6', 'AAA', '2.0', 'Error Prevention (All)'],
  ['3.3.7', 'A', '2.2', 'Redundant Entry'],
  ['3.3.8', 'AA', '2.2', 'Accessible Authentication (Minimum)'],
  ['3.3.9', 'AAA', '2.2', 'Accessible Authentication (Enhanced)'],
  ['4.1.1', 'A', '2.0', 'Parsing'],
  ['4.1.2', 'A', '2.0', 'Name, Role, Value'],
  ['4.1.3', 'AA', '2.1', 'Status Messages'],
];

/** WCAG 2.2 declares 4.1.1 obsolete and removed: https://www.w3.org/TR/WCAG22/#parsing */
const removals: Record<string, WcagVersion> = { '4.1.1': '2.2' };

/** Every success criterion of WCAG 2.0, 2.1 and 2.2, in the order of the standard. */
export const successCriteria: readonly SuccessCriterion[] = table.map(([number, level, since, name]) => ({
  number,
  name,
  level,
  since,
  ...(removals[number] ? { removedIn: removals[number] } : {}),
  url: `https://www.w3.org/WAI/WCAG22/Understanding/${getSlug(name)}`,
}));

const byNumber = new Map(successCriteria.map((criterion) => [criterion.number, criterion]));

/**
 * Returns the last segment of a criterion's URL. W3C derives it from the name: lower case, every run of other
 * characters becomes a hyphen.
 */
function getSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Returns the criterion with this plain number; undefined if it does not exist. */
export function findCriterion(number: string): SuccessCriterion | undefined {
  return byNumber.get(number);
}

/**
 * Returns the plain numbers of the success criteria that axe tags name, in the order of the standard, without
 * duplicates. axe writes `1.4.10` as `wcag1410`: one digit, one digit, one or two digits. Tags of levels (`wcag2a`) and
 * numbers that WCAG does not have are ignored.
 */
export function listCriteriaOfTags(axeTags: readonly string[]): string[] {
  const named = new Set(
    axeTags.map((tag) => /^wcag(\d)(\d)(\d{1,2})$/.exec(tag)).map((match) => match?.slice(1).join('.')),
  );
  return successCriteria.map((criterion) => criterion.number).filter((number) => named.has(number));
}

const levels: readonly WcagLevel[] = ['A', 'AA', 'AAA'];

/** Returns the success criteria that a conformance target requires, in the order of the standard. */
export function listCriteriaInScope({ version, level }: WcagScope): SuccessCriterion[] {
  return successCriteria.filter(
    (criterion) =>
      criterion.since <= version &&
      (criterion.removedIn === undefined || criterion.removedIn > version) &&
      levels.indexOf(criterion.level) <= levels.indexOf(level),
  );
}
