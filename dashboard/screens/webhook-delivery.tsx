import { useSession } from '../api/session.ts';
import type { DeliveryDetail } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { announce } from '../parts/announce.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { usePoll } from '../parts/use-poll.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { eventNames } from '../text/en/events.ts';
import { webhooksText } from '../text/en/webhooks.ts';
import { formatNumber } from '../text/plural.ts';
import { DeliveryState } from './webhook/delivery-state.tsx';

const t = webhooksText.delivery;
/** Milliseconds before the next attempt at which the screen begins to ask for its result. */
const SOON_MS = 60_000;

/** One delivery to an endpoint: what was sent, and what the receiver answered. */
export function WebhookDeliveryScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const { webhookId = '', deliveryId = '' } = params;
  const delivery = useLoad((signal) => calls.readDelivery(webhookId, deliveryId, signal));
  const { notice, run } = useNotice();
  const { data } = delivery;
  usePoll(async (signal) => {
    // A call that fails is repeated by the next round.
    const next = await calls.readDelivery(webhookId, deliveryId, signal).catch(() => undefined);
    if (next === undefined || signal.aborted) return;
    if (next.state !== data?.state) announce(t.ended(webhooksText.deliveries.states[next.state]));
    delivery.replace(next);
  }, isAttemptedSoon(data));
  const redeliver = () =>
    run(async () => {
      const requested = await calls.redeliver(webhookId, deliveryId);
      if (data !== undefined) delivery.replace({ ...data, ...requested });
      document.querySelector('h1')?.focus();
      return t.redelivered;
    });
  const name = data === undefined ? undefined : (eventNames[data.type] ?? data.type);
  return (
    <>
      <PageHeading
        title={name === undefined ? t.title : t.titleOf(name)}
        section={webhooksText.detail.deliveries}
        sectionPath={`/settings/webhooks/${webhookId}`}
        action={
          data !== undefined && (
            <button type="button" onClick={() => void redeliver()}>
              {t.redeliver}
            </button>
          )
        }
      />
      {notice}
      <Loading loaded={delivery}>
        {(detail) => (
          <>
            <Facts detail={detail} />
            <Body body={detail.body} />
            <Attempts attempts={detail.attempts} />
          </>
        )}
      </Loading>
    </>
  );
}

function isAttemptedSoon(detail: DeliveryDetail | undefined): boolean {
  const at = detail?.state === 'pending' ? detail.nextAttemptAt : null;
  return at !== null && Date.parse(at) - Date.now() < SOON_MS;
}

function Facts({ detail }: { detail: DeliveryDetail }) {
  const { facts } = t;
  const { state, eventId, createdAt, attemptCount, nextAttemptAt } = detail;
  return (
    <section class="panel">
      <dl class="facts">
        <dt>{facts.state}</dt>
        <dd>
          <DeliveryState state={state} /> <span class="soft">{t.meanings[state]}</span>
        </dd>
        <dt>{facts.event}</dt>
        <dd>
          <code>{eventId}</code>
        </dd>
        <dt>{facts.created}</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
        <dt>{facts.attempts}</dt>
        <dd>{formatNumber(attemptCount)}</dd>
        {nextAttemptAt !== null && (
          <>
            <dt>{facts.next}</dt>
            <dd>
              <Time at={nextAttemptAt} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Body({ body }: { body: string }) {
  return (
    <section aria-labelledby="body-title">
      <h2 id="body-title">{t.body}</h2>
      <p class="soft">{t.bodyText}</p>
      <div class="sample">
        <pre id="body">{body}</pre>
        <CopyButton class="small" text={body} source="body" label={t.copyBody} />
      </div>
    </section>
  );
}

function Attempts({ attempts }: Pick<DeliveryDetail, 'attempts'>) {
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{t.attempts}</h2>
      {attempts.length === 0 && <p class="empty">{t.noAttempts}</p>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
    </section>
  );
}

function Attempt({ attempt }: { attempt: DeliveryDetail['attempts'][number] }) {
  const { at, durationMs, status, failure, requestHeaders, response } = attempt;
  const { attemptFacts } = t;
  const { deliveries } = webhooksText;
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <div class="panel">
      <h3>
        <Time at={at} />
      </h3>
      <dl class="facts">
        <dt>{attemptFacts.status}</dt>
        <dd>
          <span class={`badge ${failure === null ? 'good' : 'bad'}`}>
            {status === null ? deliveries.noAnswer : deliveries.status(status)}
          </span>
        </dd>
        {failure !== null && (
          <>
            <dt>{attemptFacts.failure}</dt>
            <dd>{failure}</dd>
          </>
        )}
        <dt>{attemptFacts.duration}</dt>
        <dd>{t.milliseconds(durationMs)}</dd>
        <dt>{t.headers}</dt>
        <dd>
          <pre>{headers.join('\n')}</pre>
        </dd>
        <dt>{t.response}</dt>
        <dd>{response === '' ? t.emptyResponse : <pre>{response}</pre>}</dd>
      </dl>
    </div>
  );
}
