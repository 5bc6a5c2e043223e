import { ABSENCE_ALARMS } from './absence-alarms.ts'
import type { Alarm } from './alarm.ts'
import { MONEY_ALARMS } from './money-alarms.ts'

/** The alerting rules of Prometheus. A test compares each expression and its advice with docs/operations.md. */

const FEED =
  'Look whether park-data runs, and whether the feed answers: `feed_requests_total` says how its requests end.'
const OUTBOX = 'Look whether Kafka takes events. The log has the reason of each event that was set aside.'
const RECEIPTS = 'Find the cause in the log, mend it, and replay what was set aside.'

export const ALARMS: Alarm[] = [
  ...ABSENCE_ALARMS,
  {
    name: 'DependencyAway',
    expr: 'dependency_up == 0',
    for: '1m',
    severity: 'page',
    runbook: 'docs/runbooks/README.md',
    advice: 'Bring PostgreSQL, Kafka or Redis back: the table of faults says what each loss looks like.',
  },
  {
    name: 'NoDestinationRead',
    expr: 'min(poll_age_seconds) > 180',
    severity: 'page',
    runbook: 'docs/runbooks/provider-down.md',
    advice: FEED,
  },
  {
    name: 'DestinationNotRead',
    expr: 'max(poll_age_seconds) > 900',
    severity: 'page',
    runbook: 'docs/runbooks/provider-down.md',
    advice: FEED,
  },
  {
    name: 'NobodyPolls',
    expr: 'absent(poll_age_seconds)',
    for: '3m',
    severity: 'page',
    runbook: 'docs/runbooks/provider-down.md',
    advice: FEED,
  },
  {
    name: 'ConsumerBehind',
    expr: 'consumer_lag_seconds > 60',
    severity: 'page',
    runbook: 'docs/runbooks/kafka-down.md',
    advice: 'Look in the log whether the consumer stands still. If it is only slow, add a replica.',
  },
  {
    name: 'ConsumerNeverAtTheEnd',
    expr: 'min by (group, topic) (min_over_time(consumer_lag_messages[5m])) > 0',
    severity: 'page',
    runbook: 'docs/runbooks/kafka-down.md',
    advice: 'Look in the log whether the process is restarted again and again.',
  },
  {
    name: 'OutboxStands',
    expr: 'outbox_oldest_unpublished_age_seconds > 60',
    severity: 'page',
    runbook: 'docs/runbooks/outbox-stuck.md',
    advice: OUTBOX,
  },
  {
    name: 'EventRefused',
    expr: 'outbox_rejected > 0',
    severity: 'ticket',
    runbook: 'docs/runbooks/outbox-stuck.md',
    advice: OUTBOX,
  },
  {
    name: 'DeadLetter',
    expr: 'increase(dlq_messages_total[5m]) > 0',
    severity: 'ticket',
    runbook: 'docs/operations.md#dead-letters',
    advice: 'List the dead letters of the service, find the cause, and resend them.',
  },
  {
    name: 'AlertUnaccounted',
    expr: 'alerts_unaccounted > 0',
    severity: 'page',
    runbook: 'docs/operations.md#following-one-alert',
    advice: 'Follow the alert by its id with `npm run alert-life`.',
  },
  {
    name: 'LetterUnaccounted',
    expr: 'letters_unaccounted > 0',
    severity: 'page',
    runbook: 'docs/operations.md#following-one-alert',
    advice: 'Follow the letter by its id with `npm run alert-life`.',
  },
  {
    name: 'NewsletterIssueUnaccounted',
    expr: 'newsletter_issues_unaccounted > 0',
    severity: 'ticket',
    runbook: 'docs/operations.md#following-one-alert',
    advice:
      'Look whether the job `mail-issues` fails in the log, and how far the issue is with `npm run alert-life`.',
  },
  {
    name: 'AlertsSlow',
    expr: 'histogram_quantile(0.95, rate(alert_latency_seconds_bucket[5m])) > 60',
    severity: 'page',
    runbook: 'docs/runbooks/provider-down.md',
    advice: 'Look at the lag of alert-evaluator and notifier, and at the age of the oldest delivery.',
  },
  {
    name: 'DeliveriesStand',
    expr: 'delivery_oldest_pending_seconds > 1200',
    severity: 'page',
    runbook: 'docs/runbooks/provider-down.md',
    advice: 'Look whether the provider answers, and whether the job of the sender fails in the log.',
  },
  {
    name: 'ManyResends',
    expr: 'sum by (channel) (increase(delivery_resend_after_unknown_total[1h])) > 20',
    severity: 'ticket',
    runbook: 'docs/runbooks/duplicate-storm.md',
    advice: 'Compare what the provider has with `npm run alert-life`: its search may not show what it took.',
  },
  {
    name: 'OutcomesStand',
    expr: 'delivery_outcome_oldest_unpublished_seconds > 300',
    severity: 'ticket',
    runbook: 'docs/runbooks/process-away.md',
    advice: 'Look whether the job `publish-outcomes` fails in the log.',
  },
  {
    name: 'ProviderRefusesUs',
    expr: 'sum(provider_configuration_errors_total) > (sum(provider_configuration_errors_total offset 5m) or vector(0))',
    severity: 'page',
    runbook: 'docs/runbooks/provider-down.md',
    advice: 'Mend our account or settings at the provider: nothing goes out on the channel until then.',
  },
  {
    name: 'WebhooksStand',
    expr: 'provider_events_oldest_pending_seconds > 300',
    severity: 'ticket',
    runbook: 'docs/runbooks/provider-down.md',
    advice: RECEIPTS,
  },
  {
    name: 'WebhookSetAside',
    expr: 'provider_events_set_aside > 0',
    severity: 'ticket',
    runbook: 'docs/runbooks/provider-down.md',
    advice: RECEIPTS,
  },
  {
    name: 'AddressChecksStand',
    expr: 'address_checks_oldest_pending_seconds > 3600',
    severity: 'ticket',
    runbook: 'docs/runbooks/provider-down.md',
    advice: RECEIPTS,
  },
  {
    name: 'DeskDayOver',
    expr: 'increase(limits_hit_total{limit="desk-day"}[1h]) > 0',
    severity: 'ticket',
    runbook: 'docs/decisions/admin-actions.md',
    advice: 'Open the audit trail for that account, and take its role away if nobody can say why.',
  },
  ...MONEY_ALARMS,
  {
    name: 'PoolBusy',
    expr: 'database_pool_wait_seconds > 0.5',
    for: '1m',
    severity: 'page',
    runbook: 'docs/runbooks/process-away.md',
    advice: 'Give the service more connections, or fewer requests.',
  },
  {
    name: 'ProcessCrashes',
    expr: 'changes(process_start_time_seconds[10m]) > 3',
    severity: 'page',
    runbook: 'docs/runbooks/process-away.md',
    advice: 'Read the last lines of the process before each end.',
  },
  {
    name: 'FlightSearchesSpent',
    expr: 'sum by (instance) (flight_searches_today) >= on (instance) flight_searches_per_day',
    severity: 'ticket',
    runbook: 'services/flights/README.md',
    advice: 'Wait for midnight UTC, or raise the budget of searches.',
  },
  {
    name: 'TextsSpent',
    expr: 'texts_left_today == 0',
    severity: 'page',
    runbook: 'docs/operations.md#stopping-a-channel',
    advice:
      'Look for numbers that are pumped for money. If the texts are real, raise the budget of the day: alerts go by email meanwhile.',
  },
  {
    name: 'PushServiceRefused',
    expr: 'increase(push_endpoints_refused_total[1d]) > 0',
    severity: 'ticket',
    runbook: 'services/notifier/README.md',
    advice: 'Look for the host in the log, and add its domain if it is that of a push service.',
  },
]
