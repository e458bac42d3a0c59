/**
 * People who are affected by problems of each axe category, in our words, based on the "Benefits" and "Intent" parts of
 * https://www.w3.org/WAI/WCAG22/Understanding/ for the criteria of the category's rules.
 */
const byCategory: Record<string, string> = {
  'cat.aria': 'people who use a screen reader or another assistive technology',
  'cat.color': 'people with low vision or color blindness, and anyone in bright light',
  'cat.forms': 'people who use a screen reader or voice control, and people with a cognitive disability',
  'cat.keyboard':
    'people who use a keyboard or a switch instead of a mouse, and people who use a screen reader',
  'cat.language': 'people who use a screen reader or a braille display',
  'cat.name-role-value': 'people who use a screen reader or voice control',
  'cat.parsing': 'people who use a screen reader or another assistive technology',
  'cat.semantics': 'people who use a screen reader, which navigates by headings, landmarks and names',
  'cat.sensory-and-visual-cues': 'people with low vision who enlarge the page',
  'cat.structure': 'people who use a screen reader, and people who adapt how text is shown',
  'cat.tables': 'people who use a screen reader',
  'cat.text-alternatives': 'people who are blind or have low vision and use a screen reader',
  'cat.time-and-media':
    'people who need more time, people who are easily distracted, and people who use a screen reader',
};

/** Rules for which the category is too general or wrong. */
const byRule: Record<string, string> = {
  'target-size': 'people with a tremor or limited dexterity, and anyone who uses a touch screen',
  'video-caption': 'people who are deaf or hard of hearing',
  marquee: 'people with low vision, and people who are easily distracted or read slowly',
  'document-title': 'people who use a screen reader, and anyone with many pages open',
  'label-content-name-mismatch': 'people who use voice control',
  'avoid-inline-spacing': 'people with low vision or dyslexia who adapt the spacing of text',
};

/** Returns the people who are affected by a violation of this rule, as the object of a sentence; null if unknown. */
export function getAffectedPeople(rule: { ruleId: string; tags: readonly string[] }): string | null {
  const category = rule.tags.find((tag) => tag.startsWith('cat.'));
  return byRule[rule.ruleId] ?? (category ? (byCategory[category] ?? null) : null);
}
