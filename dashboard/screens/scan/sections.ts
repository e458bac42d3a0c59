import type { ComponentType } from 'preact';
import { loadPart } from '../../parts/load-part.tsx';
import { resultsText } from '../../text/en/results.ts';
import type { SectionProps } from './section-props.ts';

interface Section {
  /** Value of the query parameter `tab`. */
  name: keyof typeof resultsText.sections;
  label: string;
  Content: ComponentType<SectionProps>;
}

/** Returns a section that has a script of its own. */
const section = (name: Section['name'], load: () => Promise<ComponentType<SectionProps>>): Section => ({
  name,
  label: resultsText.sections[name],
  Content: loadPart(load),
});

/** The sections of a report, in their order. The first one is open if the URL names none. */
export const sections: readonly Section[] = [
  section('summary', async () => (await import('./summary-section.tsx')).SummarySection),
  section('changes', async () => (await import('./changes-section.tsx')).ChangesSection),
  section('violations', async () => (await import('./groups-section.tsx')).ViolationsSection),
  section('needs-review', async () => (await import('./groups-section.tsx')).ReviewSection),
  section('pages', async () => (await import('./pages-section.tsx')).PagesSection),
  section('not-tested', async () => (await import('./not-tested-section.tsx')).NotTestedSection),
  section('details', async () => (await import('./details-section.tsx')).DetailsSection),
];
