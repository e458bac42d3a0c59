import { useDraft } from '../../api/drafts.ts';
import { useSession } from '../../api/session.ts';
import { Entry } from '../../parts/entry.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../parts/fields.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { siteSettingsText as t } from '../../text/en/site-settings.ts';
import { Credentials } from './credentials.tsx';
import { Deletion } from './deletion.tsx';
import { findSettingsChange, type SettingsValues, toSettingsValues } from './settings-values.ts';
import type { SiteTabProps } from './tab-props.ts';

const { fields } = t;
const labels = {
  name: fields.name,
  url: fields.url,
  labels: fields.labels,
  mainBranch: fields.mainBranch,
  crawl: fields.crawl,
  maxPages: fields.maxPages,
  maxDepth: fields.maxDepth,
  pages: fields.pages,
  includeUrls: fields.includeUrls,
  excludeUrls: fields.excludeUrls,
  hashRoutes: fields.hashRoutes,
  robots: fields.robots,
  origins: fields.origins,
  sourcePaths: fields.sourcePaths,
} satisfies Record<keyof SettingsValues, string>;

/** The settings of a site, its credentials, and its deletion. */
export function SettingsTab({ site, onChange }: SiteTabProps) {
  return (
    <>
      <Settings site={site} onChange={onChange} />
      <Credentials site={site} onChange={onChange} />
      <Deletion site={site} />
    </>
  );
}

function Settings({ site, onChange }: SiteTabProps) {
  const { calls, me } = useSession();
  const { values, change } = useDraft(`site ${me.person.personId} ${site.id}`, toSettingsValues(site));
  const save = async () => {
    const changes = findSettingsChange(toSettingsValues(site), values);
    if (Object.keys(changes).length === 0) return;
    const changed = await calls.changeSite(site.id, changes);
    onChange(changed);
    change(toSettingsValues(changed));
  };
  /** What a field of texts needs. */
  const bind = (name: Exclude<keyof SettingsValues, 'hashRoutes'>) => ({
    name,
    label: fields[name],
    value: values[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <section class="panel">
      <h2>{t.title}</h2>
      <p>{t.intro}</p>
      <Entry onSubmit={save} labels={labels} submitLabel={t.save} name="settings" savedText={t.saved}>
        {(errors) => (
          <>
            <h3>{t.groups.site}</h3>
            <TextField {...bind('name')} errors={errors} />
            <TextField
              {...bind('url')}
              hint={
                site.credentials === null ? fields.urlHint : `${fields.urlHint} ${fields.urlHintCredentials}`
              }
              errors={errors}
            />
            <AreaField {...bind('labels')} hint={fields.labelsHint} errors={errors} isOptional />
            <TextField {...bind('mainBranch')} hint={fields.mainBranchHint} errors={errors} isOptional />
            <h3>{t.groups.pages}</h3>
            <SelectField {...bind('crawl')} options={toOptions(t.crawl)} errors={errors} />
            <TextField {...bind('maxPages')} type="number" hint={fields.maxPagesHint} errors={errors} />
            <TextField
              {...bind('maxDepth')}
              type="number"
              hint={fields.maxDepthHint}
              errors={errors}
              isOptional
            />
            <AreaField {...bind('pages')} hint={fields.pagesHint} errors={errors} isOptional />
            <AreaField {...bind('includeUrls')} hint={fields.includeUrlsHint} errors={errors} isOptional />
            <AreaField {...bind('excludeUrls')} hint={fields.excludeUrlsHint} errors={errors} isOptional />
            <CheckField
              name="hashRoutes"
              label={fields.hashRoutes}
              hint={fields.hashRoutesHint}
              isChecked={values.hashRoutes}
              onChange={(hashRoutes) => change({ hashRoutes })}
            />
            <SelectField {...bind('robots')} options={toOptions(t.robots)} errors={errors} />
            <h3>{t.groups.files}</h3>
            <AreaField {...bind('origins')} hint={fields.originsHint} errors={errors} isOptional />
            <AreaField {...bind('sourcePaths')} hint={fields.sourcePathsHint} errors={errors} isOptional />
          </>
        )}
      </Entry>
    </section>
  );
}
