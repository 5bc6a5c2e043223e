import type { Dashboard } from './dashboard.ts'
import { FLEET, SERVICE } from './process-dashboards.ts'

/** Gauges that are read from tables are the same in each replica: `max` shows them once. */

const ALERT_QUANTILE = (share: number) =>
  `histogram_quantile(${share}, sum by (le) (rate(alert_latency_seconds_bucket[5m])))`

const PROMISE: Dashboard = {
  name: 'promise',
  title: 'the promise of a minute',
  panels: [
    {
      title: 'From the reading to the provider',
      unit: 's',
      queries: [0.5, 0.95, 0.99].map((share) => [ALERT_QUANTILE(share), `p${share * 100}`]),
    },
    {
      title: 'Alerts within a minute',
      unit: 'percentunit',
      queries: [
        [
          'sum(rate(alert_latency_seconds_bucket{le="60"}[1h])) / sum(rate(alert_latency_seconds_count[1h]))',
          'last hour',
        ],
      ],
    },
    {
      title: 'Unaccounted alerts, letters and issues',
      unit: 'short',
      queries: [
        ['max(alerts_unaccounted)', 'alerts'],
        ['sum by (letter) (letters_unaccounted) > 0', '{{letter}}'],
        ['max(newsletter_issues_unaccounted)', 'newsletter issues'],
      ],
    },
    {
      title: 'Messages sent again after a doubt: any could be double',
      unit: 'short',
      queries: [
        ['sum by (channel) (increase(delivery_resend_after_unknown_total[1h]))', '{{channel}}, an hour'],
      ],
    },
    {
      title: 'Alerts made',
      unit: 'short',
      queries: [['sum(increase(alerts_triggered_total[5m]))', 'alerts in 5 min']],
    },
    {
      title: 'Readings and watches held back',
      unit: 'short',
      queries: [['sum by (reason) (increase(alerts_suppressed_total[5m]))', '{{reason}}']],
    },
    {
      title: 'Age of the last reading',
      unit: 's',
      queries: [
        ['min(poll_age_seconds)', 'freshest destination'],
        ['max(poll_age_seconds)', 'oldest destination'],
      ],
    },
    {
      title: 'Events that wait',
      unit: 's',
      queries: [
        ['max by (service) (consumer_lag_seconds)', '{{service}} reads'],
        ['max by (service) (outbox_oldest_unpublished_age_seconds)', '{{service}} publishes'],
      ],
    },
  ],
}

const CHANNELS: Dashboard = {
  name: 'channels',
  title: 'channels and providers',
  panels: [
    {
      title: 'Messages by what became of them',
      unit: 'short',
      queries: [['sum by (channel, outcome) (increase(deliveries_total[5m]))', '{{channel}} {{outcome}}']],
    },
    {
      title: 'Oldest delivery without an end',
      unit: 's',
      queries: [['max by (channel) (delivery_oldest_pending_seconds)', '{{channel}}']],
    },
    {
      title: 'Calls to providers',
      unit: 'reqps',
      queries: [
        ['sum by (domain, status) (rate(provider_call_duration_seconds_count[5m]))', '{{domain}} {{status}}'],
      ],
    },
    {
      title: 'Time of a provider (p95)',
      unit: 's',
      queries: [
        [
          'histogram_quantile(0.95, sum by (domain, le) (rate(provider_call_duration_seconds_bucket[5m])))',
          '{{domain}}',
        ],
      ],
    },
    {
      title: 'Calls in doubt',
      unit: 'short',
      queries: [['sum by (channel) (increase(delivery_unknown_total[5m]))', '{{channel}}']],
    },
    {
      title: 'Refused because of our account',
      unit: 'short',
      queries: [
        ['sum by (channel, reason) (provider_configuration_errors_total)', '{{channel}} {{reason}}'],
        ['sum(increase(push_endpoints_refused_total[1d]))', 'push services, a day'],
      ],
    },
    {
      title: 'Webhooks and look-ups that wait',
      unit: 's',
      queries: [
        ['max by (provider) (provider_events_oldest_pending_seconds)', '{{provider}}'],
        ['max(address_checks_oldest_pending_seconds)', 'addresses'],
        ['max(delivery_outcome_oldest_unpublished_seconds)', 'outcomes'],
      ],
    },
    {
      title: 'Webhooks set aside',
      unit: 'short',
      queries: [['max by (provider) (provider_events_set_aside)', '{{provider}}']],
    },
    {
      title: 'Texts left today',
      unit: 'short',
      queries: [
        ['min by (budget) (texts_left_today)', '{{budget}}'],
        ['max(plan_text_months_spent)', 'plans without texts'],
      ],
    },
  ],
}

const MONEY: Dashboard = {
  name: 'money',
  title: 'money',
  panels: [
    {
      title: 'Orders and checkouts of a day',
      unit: 'short',
      queries: [
        ['max by (status) (orders)', 'orders {{status}}'],
        ['max by (status) (checkouts)', 'checkouts {{status}}'],
      ],
    },
    { title: 'Plans', unit: 'short', queries: [['max by (state) (plans)', '{{state}}']] },
    {
      title: 'Mails that confirm orders, of an hour',
      unit: 'short',
      queries: [['sum by (outcome) (increase(activation_mail_requests_total[1h]))', '{{outcome}}']],
    },
    {
      title: 'Needs a person',
      unit: 'short',
      queries: [
        ['max(payments_unmatched)', 'payments that are missing'],
        ['max(payments_without_pass)', 'payments without a pass'],
        ['max(refunds{state="failed"})', 'failed refunds'],
        ['max(passes_unaccounted)', 'passes whose alerts are not on'],
        ['max(plans_unaccounted)', 'plans whose coverage is not known'],
        ['max(assist_days_unaccounted)', 'Lightning Lane days that do not assist'],
        ['max(passes_without_end)', 'passes without an end'],
        ['max(erased_plans_not_ended)', 'plans of deleted accounts'],
        ['max(payment_inquiries)', 'inquiries of banks'],
      ],
    },
    { title: 'Refunds', unit: 'short', queries: [['max by (state) (refunds)', '{{state}}']] },
    {
      title: 'Decisions and refunds that wait',
      unit: 's',
      queries: [
        ['max(refund_oldest_unpaid_seconds)', 'oldest refund'],
        ['max(guarantee_oldest_undecided_seconds)', 'oldest undecided pass'],
        ['max(guarantee_undecided_limit_seconds)', 'limit of a decision'],
        ['max(payments_compared_age_seconds)', 'since the last comparison with Stripe'],
      ],
    },
    {
      title: 'Searches for fares today',
      unit: 'short',
      queries: [
        ['max by (buyer) (flight_searches_today)', '{{buyer}}'],
        ['max(flight_searches_per_day)', 'most a day'],
      ],
    },
  ],
}

const COMPANION: Dashboard = {
  name: 'companion',
  title: 'tables, fares and rankings',
  panels: [
    {
      title: 'Looks at restaurants',
      unit: 'short',
      queries: [['sum by (outcome) (increase(table_checks_total[5m]))', '{{outcome}}']],
    },
    {
      title: 'Overdue looks',
      unit: 's',
      queries: [
        ['max(table_check_most_overdue_seconds)', 'restaurants'],
        ['max(flight_check_most_overdue_seconds)', 'fares'],
      ],
    },
    {
      title: 'Searches for fares',
      unit: 'short',
      queries: [
        ['sum by (buyer, outcome) (increase(flight_searches_total[5m]))', '{{buyer}} {{outcome}}'],
        ['sum by (reason) (increase(flight_offers_dropped_total[5m]))', 'dropped offers: {{reason}}'],
      ],
    },
    { title: 'Flight alerts', unit: 'short', queries: [['max by (state) (flight_alerts)', '{{state}}']] },
    {
      title: 'Miscounted stars',
      unit: 'short',
      queries: [['sum(increase(miscounted_items_total[1d]))', 'items a day']],
    },
  ],
}

export const DASHBOARDS: Dashboard[] = [PROMISE, SERVICE, CHANNELS, MONEY, COMPANION, FLEET]
