import { html, type Insertion, type Markup } from './template.ts';

/** The sections of the report in their order: the id is the target of links. */
export const sections = {
  summary: 'Summary',
  changes: 'Changes',
  violations: 'Violations',
  'needs-review': 'Needs review',
  pages: 'Pages',
  'not-tested': 'Not tested',
  'scan-details': 'Scan details',
} as const;
export type SectionId = keyof typeof sections;

/**
 * Returns the opening of a section that starts collapsed; `closeSection` is its end. The link target is in the
 * collapsed part, so that browsers open the section for a link without script.
 * @param count what the section has, in a few words; shown while the section is collapsed
 */
export function openSection(id: SectionId, count: Insertion): Markup {
  return html`
<section aria-labelledby="${id}-title">
<details class="section">
<summary><h2 id="${id}-title">${sections[id]}<span class="hidden">: </span> <span class="count">${count}</span></h2></summary>
<div class="content" id="${id}">
`;
}

export const closeSection = html`
</div>
</details>
</section>`;

/** Returns a section that starts collapsed. */
export function renderSection(id: SectionId, count: Insertion, content: Insertion): Markup {
  return html`${openSection(id, count)}${content}${closeSection}`;
}

/** Returns a section that is always visible: the summary, or a section of one or two sentences. */
export function renderOpenSection(id: SectionId, content: Insertion): Markup {
  return html`
<section class="flat" aria-labelledby="${id}">
<h2 id="${id}" tabindex="-1">${sections[id]}</h2>
${content}
</section>`;
}
