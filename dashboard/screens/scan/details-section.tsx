import type { ComponentChildren } from 'preact';
import type { ScanResults } from '../../api/types.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { resultsText } from '../../text/en/results.ts';
import { formatCount, formatNumber } from '../../text/plural.ts';
import type { SectionProps } from './section-props.ts';

const t = resultsText.details;

/** How and under which conditions the scan was made, for people who must judge its results. */
export function DetailsSection({ results }: SectionProps) {
  const { scan, site, configuration, engines, crawl } = results;
  return (
    <>
      <h2>{resultsText.sections.details}</h2>
      <dl class="facts">
        {'id' in scan && (
          <Fact name={t.scan}>
            <code>{scan.id}</code>
          </Fact>
        )}
        <Fact name={t.site}>
          {site.name} <span class="soft">{site.url}</span>
        </Fact>
        <Fact name={t.created}>
          <Time at={scan.createdAt} />
        </Fact>
        <Fact name={t.finished}>
          <Time at={scan.finishedAt} />
        </Fact>
        {'config' in scan && <Config config={scan.config} />}
        <Fact name={t.ruleSets}>
          <ul class="plain">
            {configuration.ruleSets.map(({ name, meaning, ruleIds }) => (
              <li key={name}>
                <code>{name}</code>: {meaning}{' '}
                <span class="soft">{formatCount(ruleIds.length, t.rules)}</span>
              </li>
            ))}
          </ul>
        </Fact>
        {engines.map((engine) => (
          <Fact key={`${engine.browser} ${engine.pageCount}`} name={t.engine}>
            {t.engineOf(engine, engine.viewport)}{' '}
            <span class="soft">{formatCount(engine.pageCount, t.pages)}</span>
          </Fact>
        ))}
        {crawl.adoptedOrigin !== null && <Fact name={t.adoptedOrigin}>{crawl.adoptedOrigin}</Fact>}
        {crawl.notes.length > 0 && (
          <Fact name={t.notes}>
            <ul class="plain">
              {crawl.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      {'suppressions' in results && (
        <section aria-labelledby="suppressions">
          <h3 id="suppressions">{t.suppressions}</h3>
          <Suppressions suppressions={results.suppressions} />
          {results.suppressionsOmitted > 0 && (
            <p>{t.moreSuppressions(formatNumber(results.suppressionsOmitted))}</p>
          )}
        </section>
      )}
      <details>
        <summary>{t.settings}</summary>
        <pre>{JSON.stringify(configuration.settings, null, 2)}</pre>
      </details>
    </>
  );
}

/** What the caller of the API, or the person, gave when the scan was triggered. */
function Config({ config: { metadata = {}, priority } }: Pick<ScanResults['scan'], 'config'>) {
  const source = Object.entries(metadata) as [keyof typeof t.metadata, string][];
  return (
    <>
      {source.map(([name, value]) => (
        <Fact key={name} name={t.metadata[name]}>
          {value}
        </Fact>
      ))}
      <Fact name={t.priority}>{t.priorities[priority]}</Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Suppressions({ suppressions }: Pick<ScanResults, 'suppressions'>) {
  return (
    <Table<ScanResults['suppressions'][number]>
      caption={t.suppressions}
      rows={suppressions}
      getKey={({ id }) => id}
      empty={t.noSuppressions}
      columns={[
        { key: 'reason', label: t.columns.reason, cell: ({ reason }) => reason },
        {
          key: 'match',
          label: t.columns.match,
          cell: ({ match }) => <code>{Object.values(match).join(', ')}</code>,
        },
        {
          key: 'findings',
          label: t.columns.findings,
          isNumber: true,
          cell: ({ findings }) => formatNumber(findings),
        },
        {
          key: 'expires',
          label: t.columns.expires,
          cell: ({ expired, expiresAt }) => (expired ? t.expired : <Time at={expiresAt} isDate />),
        },
      ]}
    />
  );
}
