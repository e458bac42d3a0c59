import { useState } from 'preact/hooks';
import type { ReportFormat } from '../../api/types.ts';
import { SelectField } from '../../parts/fields.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useNotice } from '../../parts/use-notice.tsx';
import { resultsText } from '../../text/en/results.ts';
import type { ResultsSource } from './source.ts';

const t = resultsText.downloads;

/**
 * Opens the report in a chosen format. The service gives a link for it that works for a few minutes, because a link of
 * this page would open a text of other people with the session.
 */
export function Downloads({ readLink }: { readLink: NonNullable<ResultsSource['readReportLink']> }) {
  const [format, setFormat] = useState<ReportFormat>('html');
  const [link, setLink] = useState<string | null>(null);
  const { notice, run } = useNotice();
  const open = async () => {
    setLink(null);
    const { url } = await readLink(format);
    window.open(url, '_blank', 'noopener,noreferrer');
    setLink(url);
    return t.done;
  };
  return (
    <section class="panel" aria-labelledby="download">
      <h3 id="download">{t.title}</h3>
      <p>{t.text}</p>
      <SelectField
        name="format"
        label={t.format}
        value={format}
        options={toOptions(t.formats)}
        onChange={(value) => setFormat(value as ReportFormat)}
      />
      <button type="button" onClick={() => void run(open)}>
        {t.action}
      </button>
      {notice}
      {/* A browser may not open a window after a call. */}
      {link !== null && (
        <p>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t.open}
          </a>
        </p>
      )}
    </section>
  );
}
