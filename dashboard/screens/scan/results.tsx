import type { ReportResults } from '../../api/types.ts';
import type { Loaded } from '../../api/use-load.ts';
import { Loading } from '../../parts/loading.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useLinks } from '../../shell/links.ts';
import { resultsText as t } from '../../text/en/results.ts';
import type { ResultActions } from './section-props.ts';
import { sections } from './sections.ts';
import type { ResultsSource } from './source.ts';

interface ResultsProps<Found extends ReportResults> {
  loaded: Loaded<Found>;
  source: ResultsSource;
  actions?: ResultActions;
}

/** Returns the label of the section that a URL names. */
export const getSectionLabel = (tab: string | undefined) => findSection(tab)?.label;

const findSection = (tab: string | undefined) => sections.find(({ name }) => name === tab) ?? sections[0];

/** The sections of a report as tabs. */
export function Results<Found extends ReportResults>(props: ResultsProps<Found>) {
  const { loaded, source, actions = {} } = props;
  const { query } = useLinks();
  const current = findSection(query.tab);
  if (current === undefined) return null;
  return (
    <Loading loaded={loaded}>
      {(found) => (
        <>
          <Tabs label={t.parts} tabs={sections} current={current} />
          <current.Content key={current.name} source={source} results={found} actions={actions} />
        </>
      )}
    </Loading>
  );
}
