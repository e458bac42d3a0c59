import type { ComponentChildren } from 'preact';
import type { Entered } from '../../api/calls.ts';
import type { Webhook } from '../../api/types.ts';
import { Entry } from '../../parts/entry.tsx';
import { EventsField } from '../../parts/events-field.tsx';
import { TextField } from '../../parts/fields.tsx';
import { SitesField } from '../../parts/sites-field.tsx';
import { eventsText } from '../../text/en/events.ts';
import { sitesFieldText } from '../../text/en/sites-field.ts';
import { webhooksText } from '../../text/en/webhooks.ts';

const t = webhooksText.fields;
const labels = {
  url: t.url,
  events: t.events,
  sites: sitesFieldText.label,
  description: t.description,
};

/** What a person enters about an endpoint: the members of the request. */
export interface WebhookValues {
  url: string;
  events: string[];
  sites: string[] | null;
  description: string;
}

export const newWebhookValues: WebhookValues = {
  url: '',
  events: ['issues.new', 'issues.regressed'],
  sites: null,
  description: '',
};

export function toWebhookValues({ url, events, sites, description }: Webhook): WebhookValues {
  return { url, events: [...events], sites, description };
}

/** Returns the body to send. The service validates it. */
export function toWebhookBody(values: WebhookValues): Entered {
  return { ...values, url: values.url.trim() };
}

interface WebhookEntryProps {
  values: WebhookValues;
  onChange: (changes: Partial<WebhookValues>) => void;
  onSubmit: () => Promise<void>;
  submitLabel: string;
  savedText?: string;
  actions?: ComponentChildren;
}

/** The fields of an endpoint. */
export function WebhookEntry({ values, onChange, ...entry }: WebhookEntryProps) {
  return (
    <Entry {...entry} labels={labels}>
      {(errors) => (
        <>
          <TextField
            name="url"
            label={t.url}
            hint={t.urlHint}
            errors={errors}
            value={values.url}
            onChange={(url) => onChange({ url })}
          />
          <TextField
            name="description"
            label={t.description}
            hint={t.descriptionHint}
            errors={errors}
            isOptional
            value={values.description}
            onChange={(description) => onChange({ description })}
          />
          <EventsField
            label={t.events}
            texts={eventsText}
            errors={errors}
            value={values.events}
            onChange={(events) => onChange({ events })}
          />
          <SitesField
            name="sites"
            hint={t.sitesHint}
            value={values.sites}
            errors={errors}
            onChange={(sites) => onChange({ sites })}
          />
        </>
      )}
    </Entry>
  );
}
