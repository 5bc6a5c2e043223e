import { PROCESSES } from '../absence-alarms.ts'

/** Series of Prometheus by name and labels, with values as promtool writes them, one a minute. */
export type Series = Record<string, string>

/** The series on which an alarm fires at the minute `at`, and those on which it is silent. */
export type AlarmCase = { fires: Series; silent: Series; at?: number }

/** A gauge above its limit, and at it or below. */
const gauge = (series: string, above: number, below: number, at = 5): AlarmCase => ({
  fires: { [series]: `${above}x${at}` },
  silent: { [series]: `${below}x${at}` },
  at,
})
/** A counter that grows, and one that stands. */
const counter = (series: string, at = 5): AlarmCase => ({
  fires: { [series]: `0+1x${at}` },
  silent: { [series]: `7x${at}` },
  at,
})
/** A gauge that must be above its limit for an hour. */
const lasting = (series: string): AlarmCase => gauge(series, 1, 0, 65)

const up = (job: string, instance: string) => `up{job="${job}",instance="${instance}"}`

/** Fires if both replicas are away, and is silent while one of them answers. */
const away = (job: string): [string, AlarmCase] => [
  job.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()) + 'Away',
  {
    fires: { [up(job, 'a')]: '0x20', [up(job, 'b')]: '0x20' },
    silent: { [up(job, 'a')]: '0x20', [up(job, 'b')]: '1x20' },
  },
]

const answers = (status: number) =>
  `http_request_duration_seconds_count{service="billing",status="${status}"}`
const answersWithin = (seconds: string) =>
  `http_request_duration_seconds_bucket{service="billing",route="/quotes",le="${seconds}"}`
const alertsWithin = (seconds: string) => `alert_latency_seconds_bucket{le="${seconds}"}`

/** Alerts of which `late` of 100 a minute take more than a minute. */
const alerts = (late: number, minutes: number): Series => ({
  [alertsWithin('60')]: `0+${100 - late}x${minutes}`,
  [alertsWithin('120')]: `0+100x${minutes}`,
  [alertsWithin('+Inf')]: `0+100x${minutes}`,
  alert_latency_seconds_count: `0+100x${minutes}`,
})
const latency = (late: number, kept: number, at: number): AlarmCase => ({
  fires: alerts(late, at),
  silent: alerts(kept, at),
  at,
})

/** By the alarm's name: every alarm of `alarms.ts` has a case. */
export const ALARM_CASES: Record<string, AlarmCase> = {
  ...Object.fromEntries(PROCESSES.map(away)),
  ReplicaAway: {
    fires: {
      [up('billing', 'a')]: '0x20',
      [up('billing', 'b')]: '1x20',
      'build_info{job="billing",instance="b"}': '1x20',
    },
    // The process is away as a whole: that is another alarm.
    silent: { [up('billing', 'a')]: '0x20', [up('billing', 'b')]: '0x20' },
    at: 8,
  },
  AnswersFail: {
    fires: { [answers(200)]: '0+90x60', [answers(503)]: '0+10x60' },
    // Visitors who ask for what is not there are no fault.
    silent: { [answers(200)]: '0+96x60', [answers(404)]: '0+60x60', [answers(500)]: '0+4x60' },
    at: 15,
  },
  AnswersSlow: {
    fires: {
      [answersWithin('1')]: '0+80x60',
      [answersWithin('5')]: '0+100x60',
      [answersWithin('+Inf')]: '0+100x60',
    },
    silent: {
      [answersWithin('1')]: '0+99x60',
      [answersWithin('5')]: '0+100x60',
      [answersWithin('+Inf')]: '0+100x60',
    },
    at: 25,
  },
  PromiseBurnsFast: latency(20, 10, 90),
  PromiseBurns: latency(8, 5, 400),
  AlertsSlow: latency(10, 1, 15),
  FaresOverdue: gauge('flight_check_most_overdue_seconds', 3_700, 3_500, 70),
  TablesNotChecked: {
    fires: {
      'table_checks_total{outcome="failed"}': '0+1x120',
      'table_checks_total{outcome="checked"}': '5x120',
    },
    silent: {
      'table_checks_total{outcome="failed"}': '0+1x120',
      'table_checks_total{outcome="checked"}': '0+1x120',
    },
    at: 70,
  },
  TablesOverdue: gauge('table_check_most_overdue_seconds', 1_900, 1_700, 20),
  StarsMiscounted: counter('miscounted_items_total', 10),
  DependencyAway: gauge('dependency_up{dependency="kafka"}', 0, 1),
  NoDestinationRead: {
    fires: { 'poll_age_seconds{destination="a"}': '200x10', 'poll_age_seconds{destination="b"}': '300x10' },
    silent: { 'poll_age_seconds{destination="a"}': '20x10', 'poll_age_seconds{destination="b"}': '300x10' },
  },
  DestinationNotRead: {
    fires: { 'poll_age_seconds{destination="a"}': '20x10', 'poll_age_seconds{destination="b"}': '1000x10' },
    silent: { 'poll_age_seconds{destination="a"}': '20x10', 'poll_age_seconds{destination="b"}': '300x10' },
  },
  NobodyPolls: { fires: {}, silent: { 'poll_age_seconds{destination="a"}': '20x10' } },
  ConsumerBehind: gauge('consumer_lag_seconds{group="notifier",topic="alerts.triggered"}', 70, 50),
  ConsumerNeverAtTheEnd: {
    fires: { 'consumer_lag_messages{group="notifier",topic="a"}': '5x20' },
    // A burst that is worked off.
    silent: { 'consumer_lag_messages{group="notifier",topic="a"}': '900 0 900 0 900 0 900 0 900 0 900 0' },
    at: 10,
  },
  OutboxStands: gauge('outbox_oldest_unpublished_age_seconds', 70, 50),
  EventRefused: gauge('outbox_rejected', 1, 0),
  DeadLetter: counter('dlq_messages_total{topic="alerts.triggered"}', 10),
  AlertUnaccounted: gauge('alerts_unaccounted', 1, 0),
  LetterUnaccounted: gauge('letters_unaccounted{letter="table"}', 1, 0),
  NewsletterIssueUnaccounted: gauge('newsletter_issues_unaccounted', 1, 0),
  DeliveriesStand: gauge('delivery_oldest_pending_seconds{channel="email"}', 1_300, 900),
  ManyResends: {
    fires: { 'delivery_resend_after_unknown_total{channel="email"}': '0+1x80' },
    silent: { 'delivery_resend_after_unknown_total{channel="email"}': '0x60 1x20' },
    at: 70,
  },
  OutcomesStand: gauge('delivery_outcome_oldest_unpublished_seconds', 400, 60),
  ProviderRefusesUs: {
    // The first refusal begins the series.
    fires: { 'provider_configuration_errors_total{channel="email"}': '_ _ _ _ _ _ _ _ 1 1 1' },
    silent: { 'provider_configuration_errors_total{channel="email"}': '4x20' },
    at: 9,
  },
  WebhooksStand: gauge('provider_events_oldest_pending_seconds{provider="stripe"}', 400, 20),
  WebhookSetAside: gauge('provider_events_set_aside{provider="stripe"}', 1, 0),
  AddressChecksStand: gauge('address_checks_oldest_pending_seconds', 3_700, 3_500),
  DeskDayOver: counter('limits_hit_total{limit="desk-day"}', 70),
  PoolBusy: gauge('database_pool_wait_seconds', 0.6, 0.4),
  ProcessCrashes: {
    fires: { 'process_start_time_seconds{instance="a"}': '100+60x20' },
    // A release starts each process once.
    silent: { 'process_start_time_seconds{instance="a"}': '100x5 700x15' },
    at: 15,
  },
  FlightSearchesSpent: {
    fires: {
      'flight_searches_today{instance="a",buyer="visitor"}': '1500x10',
      'flight_searches_today{instance="a",buyer="check"}': '500x10',
      'flight_searches_per_day{instance="a"}': '2000x10',
    },
    silent: {
      'flight_searches_today{instance="a",buyer="visitor"}': '1499x10',
      'flight_searches_today{instance="a",buyer="check"}': '500x10',
      'flight_searches_per_day{instance="a"}': '2000x10',
    },
  },
  TextsSpent: gauge('texts_left_today{budget="alerts"}', 0, 1),
  PushServiceRefused: counter('push_endpoints_refused_total', 30),
  RefundFailed: lasting('refunds{state="failed"}'),
  PaymentWithoutPass: lasting('payments_without_pass'),
  PassUnaccounted: gauge('passes_unaccounted', 1, 0),
  PlanUnaccounted: gauge('plans_unaccounted', 1, 0),
  AssistDayUnaccounted: gauge('assist_days_unaccounted', 1, 0),
  PassWithoutEnd: lasting('passes_without_end'),
  ErasedPlanNotEnded: lasting('erased_plans_not_ended'),
  PaymentMissing: gauge('payments_unmatched', 1, 0),
  PaymentsNotCompared: gauge('payments_compared_age_seconds', 1_900, 400),
  RefundsStand: gauge('refund_oldest_unpaid_seconds', 3_700, 3_500),
  GuaranteesStand: {
    fires: { guarantee_oldest_undecided_seconds: '26000x10', guarantee_undecided_limit_seconds: '25200x10' },
    silent: { guarantee_oldest_undecided_seconds: '25000x10', guarantee_undecided_limit_seconds: '25200x10' },
  },
  PaymentInquiry: gauge('payment_inquiries', 1, 0),
  ConfirmationMailsUnusual: {
    fires: { 'activation_mail_requests_total{outcome="sent"}': '0+10x60' },
    silent: { 'activation_mail_requests_total{outcome="sent"}': '0+4x60' },
    at: 60,
  },
}
