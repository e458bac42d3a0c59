import type { Delivery } from '../../api/types.ts';
import { webhooksText } from '../../text/en/webhooks.ts';

const kinds: Readonly<Record<Delivery['state'], string>> = {
  pending: '',
  delivered: 'good',
  failed: 'bad',
  dropped: 'warning',
};

export function DeliveryState({ state }: { state: Delivery['state'] }) {
  return <span class={`badge ${kinds[state]}`}>{webhooksText.deliveries.states[state]}</span>;
}
