import type { SystemFigureName } from '@walkon/contracts/http/system'

/** Each figure in words, and what to do about it: the sentence of docs/operations.md, which a test compares. */

export type FigureWords = {
  name: string
  unit: 'seconds' | 'count'
  /** When somebody must act. Without it the figure only informs. */
  alarm?: { above: number } | { below: number } | { aboveFigure: SystemFigureName }
  /** It is the limit of another figure, which follows a setting of the service: it has no row of its own. */
  isLimit?: true
  /** The series that counts, where a metric has others that are no alarm. */
  only?: { label: string; value: string }
  advice: string
}

const MONEY = "Follow the steps under Refunds, or those of billing's README."
const OUTBOX = 'Look whether Kafka takes events. The log has the reason of each event that was set aside.'
const RECEIPTS = 'Find the cause in the log, mend it, and replay what was set aside.'
const REFUNDS = 'Look whether Stripe answers, and whether the job judge-guarantees fails in the log.'
const SEARCHES = 'Wait for midnight UTC, or raise the budget of searches.'

/** Returns the words of a figure of which a single one needs a person. */
const mustBeNone = (name: string, advice: string): FigureWords => ({
  name,
  unit: 'count',
  alarm: { above: 0 },
  advice,
})

/** An age that needs somebody above so many seconds. */
const atMost = (seconds: number, name: string, advice: string): FigureWords => ({
  name,
  unit: 'seconds',
  alarm: { above: seconds },
  advice,
})

export const FIGURE_WORDS: Record<SystemFigureName, FigureWords> = {
  dependency_up: {
    name: 'Dependency answers',
    unit: 'count',
    alarm: { below: 1 },
    advice: 'Bring PostgreSQL, Kafka or Redis back: the table of faults says what each loss looks like.',
  },
  consumer_lag_seconds: atMost(
    60,
    'Events wait for the service',
    'Look in the log whether the consumer stands still. If it is only slow, add a replica.',
  ),
  outbox_oldest_unpublished_age_seconds: atMost(60, 'Oldest event that is not published', OUTBOX),
  outbox_rejected: mustBeNone('Events that the log will never take', OUTBOX),
  dlq_messages_total: mustBeNone(
    'Dead letters since the start of the process',
    'List the dead letters of the service, find the cause, and resend them.',
  ),
  database_pool_wait_seconds: atMost(
    0.5,
    'Wait for a database connection',
    'Give the service more connections, or fewer requests.',
  ),
  alerts_unaccounted: mustBeNone(
    'Alerts without an end',
    'Follow the alert by its id with npm run alert-life.',
  ),
  letters_unaccounted: mustBeNone(
    'Letters without an end',
    'Follow the letter by its id with npm run alert-life.',
  ),
  newsletter_issues_unaccounted: mustBeNone(
    'Newsletter issues that stand still',
    'Look whether the job mail-issues fails in the log, and how far the issue is with npm run alert-life.',
  ),
  delivery_oldest_pending_seconds: atMost(
    1200,
    'Oldest message without an end',
    'Look whether the provider answers, and whether the job of the sender fails in the log.',
  ),
  delivery_outcome_oldest_unpublished_seconds: atMost(
    300,
    'Oldest outcome that is not published',
    'Look whether the job publish-outcomes fails in the log.',
  ),
  provider_configuration_errors_total: mustBeNone(
    'Messages refused for our account since the start of the process',
    'Mend our account or settings at the provider: nothing goes out on the channel until then.',
  ),
  provider_events_oldest_pending_seconds: atMost(300, 'Oldest webhook event that is not applied', RECEIPTS),
  provider_events_set_aside: mustBeNone('Webhook events that were set aside', RECEIPTS),
  address_checks_oldest_pending_seconds: atMost(
    3600,
    'Oldest look-up of an address without an answer',
    RECEIPTS,
  ),
  plan_text_months_spent: {
    name: 'Plans whose texts of this month are used up',
    unit: 'count',
    advice: 'Raise the texts of a month: alerts of these plans go by email until the next one.',
  },
  texts_left_today: {
    name: 'Texts left until midnight UTC',
    unit: 'count',
    alarm: { below: 1 },
    advice:
      'Look for numbers that are pumped for money. If the texts are real, raise the budget of the day: alerts go by email meanwhile.',
  },
  payments_without_pass: mustBeNone('Payments without a pass', MONEY),
  payments_unmatched: mustBeNone(
    'Payments that Stripe has and we have not',
    'Follow the steps under Payments that are missing.',
  ),
  payments_compared_age_seconds: atMost(
    1800,
    'Since payments were compared with those at Stripe',
    'Look whether Stripe answers, and whether the job compare-payments fails in the log.',
  ),
  payment_inquiries: mustBeNone(
    'Payments that a bank asks about',
    'Answer the bank at Stripe, or refund the payment.',
  ),
  passes_unaccounted: mustBeNone(
    'Passes whose alerts are not on',
    'Follow the pass by its id with npm run alert-life, and look at the dead letters of alert-evaluator.',
  ),
  plans_unaccounted: mustBeNone(
    'Plans whose coverage is not known',
    'Follow the plan by its id with npm run alert-life, and look at the dead letters of alert-evaluator.',
  ),
  assist_days_unaccounted: mustBeNone(
    'Lightning Lane days that do not assist',
    'Follow the day by its id with npm run alert-life, and look at the dead letters of planner.',
  ),
  passes_without_end: mustBeNone('Passes that are over and were not ended', MONEY),
  refunds: {
    name: 'Refunds that the bank has returned',
    unit: 'count',
    alarm: { above: 0 },
    only: { label: 'state', value: 'failed' },
    advice: MONEY,
  },
  refund_oldest_unpaid_seconds: atMost(3600, 'Oldest refund that Stripe does not have', REFUNDS),
  guarantee_oldest_undecided_seconds: {
    name: 'Oldest guarantee that is not decided',
    unit: 'seconds',
    alarm: { aboveFigure: 'guarantee_undecided_limit_seconds' },
    advice: REFUNDS,
  },
  guarantee_undecided_limit_seconds: {
    name: 'Longest that a guarantee is undecided',
    unit: 'seconds',
    isLimit: true,
    advice: REFUNDS,
  },
  erased_plans_not_ended: mustBeNone('Plans of deleted accounts that Stripe has not ended', MONEY),
  flight_searches_today: { name: 'Flight searches bought today', unit: 'count', advice: SEARCHES },
  flight_searches_per_day: { name: 'Flight searches allowed a day', unit: 'count', advice: SEARCHES },
}
