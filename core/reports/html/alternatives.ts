import type { FindingNode } from '../../scans/page-result.ts';

/**
 * Fallbacks that satisfy axe-core but are bad advice to somebody who only reads that they are missing: a role
 * that takes the element away from assistive technologies, and a placeholder, which vanishes when one types.
 * The texts are axe-core's of its checks `presentational-role` and `non-empty-placeholder`.
 */
const harmful = [
  /^Element's default semantics were not overridden with role=/,
  /^Element's role is not presentational because/,
  /^Using the "title" attribute on an \S+ element with a presentational role/,
  /^Element has (no|an empty) placeholder attribute/,
];

/** axe-core's text of its check `non-empty-title`: a title is shown to few people and read out by chance. */
const titleOnly = /^Element has (no|an empty) title attribute\b/;

/** Frames are named by their title: the one kind of element for which it is the first choice (technique H64). */
const namedByTitle = 'frame-title';

/**
 * What the form for people passes on of axe-core's texts on one element of a rule: of the alternatives, those
 * that are good advice. All of them when nothing else is known, that is when none is left and the rule has no
 * remedy of ours.
 */
export function advisable(
  rule: { ruleId: string; remedy: string | null },
  { any, all, none }: FindingNode['fix'],
): FindingNode['fix'] {
  const sound = any.filter((text) => !harmful.some((pattern) => pattern.test(text)));
  const better = rule.ruleId === namedByTitle ? sound : sound.filter((text) => !titleOnly.test(text));
  const kept = better.length > 0 ? better : sound;
  return { any: kept.length > 0 || rule.remedy !== null ? kept : any, all, none };
}
