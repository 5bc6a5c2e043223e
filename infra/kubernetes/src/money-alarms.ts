import type { Alarm } from './alarm.ts'

const MONEY = "Follow the steps under Refunds, or those of billing's README."
const REFUNDS = 'Look whether Stripe answers, and whether the job `judge-guarantees` fails in the log.'

const MAILS = 'activation_mail_requests_total{outcome="sent"}'
const MAILS_OF_AN_HOUR = `sum(increase(${MAILS}[1h]))`

/** Alarms of billing: payments, refunds and guarantees. */
export const MONEY_ALARMS: Alarm[] = [
  {
    name: 'RefundFailed',
    expr: 'refunds{state="failed"} > 0',
    for: '1h',
    severity: 'ticket',
    runbook: 'docs/operations.md#refunds',
    advice: MONEY,
  },
  {
    name: 'PaymentWithoutPass',
    expr: 'payments_without_pass > 0',
    for: '1h',
    severity: 'ticket',
    runbook: 'docs/operations.md#refunds',
    advice: MONEY,
  },
  {
    name: 'PassUnaccounted',
    expr: 'passes_unaccounted > 0',
    severity: 'page',
    runbook: 'docs/operations.md#following-one-alert',
    advice:
      'Follow the pass by its id with `npm run alert-life`, and look at the dead letters of alert-evaluator.',
  },
  {
    name: 'PlanUnaccounted',
    expr: 'plans_unaccounted > 0',
    severity: 'page',
    runbook: 'services/billing/README.md#alarms',
    advice:
      'Follow the plan by its id with `npm run alert-life`, and look at the dead letters of alert-evaluator.',
  },
  {
    name: 'AssistDayUnaccounted',
    expr: 'assist_days_unaccounted > 0',
    severity: 'page',
    runbook: 'services/billing/README.md#alarms',
    advice: 'Follow the day by its id with `npm run alert-life`, and look at the dead letters of planner.',
  },
  {
    name: 'PassWithoutEnd',
    expr: 'passes_without_end > 0',
    for: '1h',
    severity: 'ticket',
    runbook: 'docs/operations.md#refunds',
    advice: MONEY,
  },
  {
    name: 'ErasedPlanNotEnded',
    expr: 'erased_plans_not_ended > 0',
    for: '1h',
    severity: 'ticket',
    runbook: 'services/billing/README.md#alarms',
    advice: MONEY,
  },
  {
    name: 'PaymentMissing',
    expr: 'payments_unmatched > 0',
    severity: 'page',
    runbook: 'docs/operations.md#payments-that-are-missing',
    advice: 'Follow the steps under Payments that are missing.',
  },
  {
    name: 'PaymentsNotCompared',
    expr: 'payments_compared_age_seconds > 1800',
    severity: 'ticket',
    runbook: 'docs/operations.md#payments-that-are-missing',
    advice: 'Look whether Stripe answers, and whether the job `compare-payments` fails in the log.',
  },
  {
    name: 'RefundsStand',
    expr: 'refund_oldest_unpaid_seconds > 3600',
    severity: 'ticket',
    runbook: 'docs/operations.md#refunds',
    advice: REFUNDS,
  },
  {
    name: 'GuaranteesStand',
    expr: 'guarantee_oldest_undecided_seconds > guarantee_undecided_limit_seconds',
    severity: 'ticket',
    runbook: 'docs/operations.md#refunds',
    advice: REFUNDS,
  },
  {
    name: 'PaymentInquiry',
    expr: 'payment_inquiries > 0',
    severity: 'ticket',
    runbook: 'services/billing/README.md#alarms',
    advice: 'Answer the bank at Stripe, or refund the payment.',
  },
  {
    name: 'ConfirmationMailsUnusual',
    expr: `${MAILS_OF_AN_HOUR} > 300 and ${MAILS_OF_AN_HOUR} > 10 * sum(increase(${MAILS}[1w])) / 168`,
    severity: 'ticket',
    runbook: 'services/billing/README.md#alarms',
    advice:
      'Look in the log for one network that orders for many addresses, and lower `ACTIVATION_MAILS_PER_CLIENT`.',
  },
]
