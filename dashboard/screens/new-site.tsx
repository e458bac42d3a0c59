import { NAME_LENGTH_MAX } from '../../core/name-length.ts';
import { useDraft } from '../api/drafts.ts';
import { setFlash } from '../api/flash.ts';
import { useSession } from '../api/session.ts';
import type { Site } from '../api/types.ts';
import { Entry } from '../parts/entry.tsx';
import { AreaField, SelectField, TextField } from '../parts/fields.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { parseLines } from '../parts/lines.ts';
import { parseWholeNumber } from '../parts/parse-number.ts';
import { useLinks } from '../shell/links.ts';
import { newSiteText as t } from '../text/en/new-site.ts';
import { overviewText } from '../text/en/overview.ts';
import { shellText } from '../text/en/shell.ts';
import { siteSettingsText } from '../text/en/site-settings.ts';

const { fields } = siteSettingsText;
const labels = {
  name: fields.name,
  url: fields.url,
  crawl: fields.crawl,
  maxPages: fields.maxPages,
  pages: fields.pages,
  labels: fields.labels,
};

/** Adds a site. Its other settings have defaults and can be changed later. */
export function NewSiteScreen() {
  const { calls, me } = useSession();
  const { href, go } = useLinks();
  const { values, change } = useDraft(`new-site ${me.person.personId} ${calls.accountId}`, {
    name: '',
    url: 'https://',
    crawl: 'both' as Site['crawl'],
    maxPages: '',
    pages: '',
    labels: '',
  });
  const create = async () => {
    const { name, url, crawl } = values;
    const site = await calls.createSite({
      name,
      url,
      crawl,
      maxPages: parseWholeNumber(values.maxPages),
      pages: parseLines(values.pages),
      labels: parseLines(values.labels),
    });
    setFlash({ kind: 'good', text: t.added });
    go(`/sites/${site.id}`);
  };
  /** What a field of texts needs. */
  const bind = (name: keyof typeof values) => ({
    name,
    label: fields[name],
    value: values[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <>
      <PageHeading title={t.title} section={overviewText.title} sectionPath="/" intro={t.intro} />
      <Entry
        onSubmit={create}
        labels={labels}
        submitLabel={t.submit}
        actions={<a href={href('/')}>{shellText.cancel}</a>}
      >
        {(errors) => (
          <>
            <TextField {...bind('name')} maxLength={NAME_LENGTH_MAX} errors={errors} />
            <TextField {...bind('url')} hint={fields.urlHint} errors={errors} />
            <SelectField
              {...bind('crawl')}
              options={Object.entries(siteSettingsText.crawl).map(([value, label]) => ({ value, label }))}
              errors={errors}
            />
            <TextField
              {...bind('maxPages')}
              type="number"
              hint={fields.maxPagesHint}
              errors={errors}
              isOptional
            />
            <AreaField {...bind('pages')} hint={fields.pagesHint} errors={errors} isOptional />
            <AreaField {...bind('labels')} hint={fields.labelsHint} errors={errors} isOptional />
          </>
        )}
      </Entry>
    </>
  );
}
