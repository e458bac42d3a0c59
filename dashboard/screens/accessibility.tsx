import results from '../accessibility-results.json' with { type: 'json' };
import { PageHeading } from '../parts/heading.tsx';
import { Table } from '../parts/table.tsx';
import { Day } from '../parts/time.tsx';
import { accessibilityText as t } from '../text/en/accessibility.ts';
import { formatCount } from '../text/plural.ts';

interface TestRow {
  test: string;
  note: string;
  result: string;
}

/** The accessibility statement of the dashboard. Its numbers come from the tests, which fail if they are not true. */
export function AccessibilityScreen() {
  const { tests } = t;
  const extent = tests.scans(
    formatCount(results.scans, tests.scanCount),
    formatCount(results.screens, tests.screenCount),
  );
  const violations = formatCount(results.violations, tests.violations);
  const rows: TestRow[] = [
    {
      test: tests.engine('axe-core', results.axe),
      note: `${extent}. ${tests.conditions}`,
      result: `${violations}, ${formatCount(results.reviews, tests.reviews)}`,
    },
    {
      test: tests.ibm(results.ibm),
      note: formatCount(results.screens, tests.screenCount),
      result: formatCount(results.ibmViolations, tests.violations),
    },
    { test: tests.reflow, note: '', result: tests.passed },
    { test: tests.keyboard, note: '', result: tests.passed },
  ];
  return (
    <>
      <PageHeading title={t.title} intro={t.intro} />
      <section>
        <h2>{t.aim.title}</h2>
        <p>{t.aim.text}</p>
      </section>
      <section>
        <h2>{tests.title}</h2>
        <p>
          {tests.date} <Day day={results.date} />.
        </p>
        <Table<TestRow>
          caption={tests.caption}
          rows={rows}
          getKey={({ test }) => test}
          empty={tests.caption}
          columns={[
            {
              key: 'test',
              label: tests.columns.test,
              cell: ({ test, note }) => (
                <>
                  {test}
                  {note !== '' && <span class="soft">{note}</span>}
                </>
              ),
            },
            { key: 'result', label: tests.columns.result, cell: ({ result }) => result },
          ]}
        />
      </section>
      <section>
        <h2>{t.limits.title}</h2>
        <p>{t.limits.text}</p>
      </section>
      <section>
        <h2>{t.contact.title}</h2>
        <p>{t.contact.text}</p>
      </section>
    </>
  );
}
