import type { AlertMessage, MessageEntry } from '../../api/types.ts';
import { alertPreviewText as t } from '../../text/en/alert-preview.ts';

/** A message to people, as a mail or Slack shows it. */
export function Message({ message }: { message: AlertMessage }) {
  const { title, intro, sections, action, reason, settings } = message;
  return (
    <div class="message">
      <h3>{title}</h3>
      {intro.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {sections.map(({ heading, entries, omitted }) => (
        <div key={heading}>
          <h4>{heading}</h4>
          <ul>
            {entries.map((entry) => (
              <li key={`${entry.title} ${entry.link}`}>
                <Fact entry={entry} />
              </li>
            ))}
          </ul>
          {omitted > 0 && <p>{t.omitted(omitted)}</p>}
        </div>
      ))}
      <p>
        <a href={action.url}>{action.text}</a>
      </p>
      <p class="soft">
        {reason} {settings !== null && <a href={settings.url}>{settings.text}</a>}
      </p>
    </div>
  );
}

function Fact({ entry: { title, link, facts, remedy } }: { entry: MessageEntry }) {
  return (
    <>
      <p>
        <strong>{link === null ? title : <a href={link}>{title}</a>}</strong>
      </p>
      <dl class="facts">
        {facts.map(({ name, value, isCode }) => [
          <dt key={`${name}-name`}>{name}</dt>,
          <dd key={name}>{isCode ? <code>{value}</code> : value}</dd>,
        ])}
        {remedy !== null && (
          <>
            <dt>{t.remedy}</dt>
            <dd>{remedy}</dd>
          </>
        )}
      </dl>
    </>
  );
}
