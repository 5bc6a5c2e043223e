import type { ServiceName } from './services.ts'

/**
 * The services as the staff's pages name them. Beside the registry and not in it: every page of the web app loads the registry.
 */
export const SERVICE_TITLES: Record<ServiceName, string> = {
  identity: 'Accounts',
  'park-data': 'Park feed',
  'alert-evaluator': 'Alerts',
  billing: 'Orders and payments',
  notifier: 'Messages',
  rankings: 'Rankings',
  flights: 'Flights',
  planner: 'Planner',
}
