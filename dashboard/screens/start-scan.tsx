import { useRef } from 'preact/hooks';
import { useDraft } from '../api/drafts.ts';
import { can, useSession } from '../api/session.ts';
import type { RuleSets, Scan, Site } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { Entry } from '../parts/entry.tsx';
import { CheckField, SelectField, TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { toOptions } from '../parts/to-options.ts';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { shellText } from '../text/en/shell.ts';
import { startScanText as t } from '../text/en/start-scan.ts';
import { formatList, formatNumber } from '../text/plural.ts';
import { NotPermittedScreen } from './not-permitted.tsx';
import { GateFields, gateLabels } from './start-scan/gate-fields.tsx';
import { RuleSetsField } from './start-scan/rule-sets-field.tsx';
import {
  findOtherMembers,
  type GateValues,
  type ScanValues,
  toScanConfig,
  toScanValues,
} from './start-scan/scan-values.ts';

const { fields } = t;
const labels = {
  'config.rules': fields.rules,
  'config.url': fields.url,
  'config.priority': fields.priority,
  'config.maxPages': fields.maxPages,
  'config.metadata.branch': fields.branch,
  'config.metadata.targetBranch': fields.targetBranch,
  'config.metadata.commit': fields.commit,
  ...gateLabels,
};

/** What the fields of a scan are filled with. */
interface Start {
  site: Site;
  ruleSets: RuleSets;
  /** The config of the last scan of the site; undefined without one. */
  last: Scan['config'] | undefined;
}

/** Starts a scan of a site, and opens it. */
export function StartScanScreen({ params }: ScreenProps) {
  const { account } = useSession();
  return can(account, 'scans:trigger') ? <StartScan siteId={params.siteId ?? ''} /> : <NotPermittedScreen />;
}

function StartScan({ siteId }: { siteId: string }) {
  const { calls } = useSession();
  const start = useLoad<Start>(async (signal) => {
    const [site, ruleSets, scans] = await Promise.all([
      calls.readSite(siteId, signal),
      calls.readRuleSets(signal),
      calls.listSiteScans(siteId, { limit: 1 }, signal),
    ]);
    return { site, ruleSets, last: scans.items[0]?.config };
  });
  const name = start.data?.site.name;
  return (
    <>
      <PageHeading
        title={name === undefined ? t.title : t.titleOf(name)}
        {...(name === undefined ? {} : { section: name, sectionPath: `/sites/${siteId}` })}
        intro={start.data?.last === undefined ? t.intro : `${t.prefilled} ${t.intro}`}
      />
      <Loading loaded={start}>{(found) => <ScanEntry {...found} />}</Loading>
    </>
  );
}

function ScanEntry({ site, ruleSets, last }: Start) {
  const { calls, me } = useSession();
  const { go, href } = useLinks();
  const { values, change } = useDraft(`scan ${me.person.personId} ${site.id}`, toScanValues(last));
  const attempt = useRef({ body: '', idempotencyKey: '' });
  const submit = async () => {
    const body = { config: toScanConfig(values, last) };
    // The same entries start one scan only, also if the answer to the first call was lost.
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, idempotencyKey: crypto.randomUUID() };
    const scan = await calls.startScan(site.id, body, attempt.current.idempotencyKey);
    go(`/scans/${scan.id}`);
  };
  const others = Object.keys(findOtherMembers(last));
  /** What a field of a text needs. */
  const bind = (
    name: Exclude<keyof ScanValues, 'rules' | 'keepOthers' | keyof GateValues>,
    member: string,
  ) => ({
    name: member,
    label: fields[name],
    value: values[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <Entry
      onSubmit={submit}
      labels={labels}
      submitLabel={t.submit}
      actions={<a href={href(`/sites/${site.id}`)}>{shellText.cancel}</a>}
    >
      {(errors) => (
        <>
          <RuleSetsField
            ruleSets={ruleSets.items}
            value={values.rules}
            errors={errors}
            onChange={(rules) => change({ rules })}
          />
          <TextField
            {...bind('url', 'config.url')}
            hint={fields.urlHint(site.url)}
            errors={errors}
            isOptional
          />
          <TextField
            {...bind('maxPages', 'config.maxPages')}
            type="number"
            hint={fields.maxPagesHint(formatNumber(site.maxPages))}
            errors={errors}
            isOptional
          />
          <SelectField
            {...bind('priority', 'config.priority')}
            options={toOptions(t.priorities)}
            errors={errors}
          />
          <h2>{fields.build}</h2>
          <p class="hint">{fields.buildHint}</p>
          <TextField {...bind('branch', 'config.metadata.branch')} errors={errors} isOptional />
          <TextField
            {...bind('targetBranch', 'config.metadata.targetBranch')}
            hint={fields.targetBranchHint}
            errors={errors}
            isOptional
          />
          <TextField
            {...bind('commit', 'config.metadata.commit')}
            hint={fields.commitHint}
            errors={errors}
            isOptional
          />
          <h2>{fields.gate}</h2>
          <p class="hint">{fields.gateHint}</p>
          <GateFields values={values} errors={errors} onChange={change} />
          {others.length > 0 && (
            <CheckField
              name="keep-others"
              label={fields.keepOthers}
              hint={fields.keepOthersHint(formatList(others))}
              isChecked={values.keepOthers}
              onChange={(keepOthers) => change({ keepOthers })}
            />
          )}
        </>
      )}
    </Entry>
  );
}
