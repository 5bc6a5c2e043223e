import { readTabValue, writeTabValue } from '../../lib/tab-store.ts'

/** The page from which the plan was opened, kept by the tab over the payment page and back. */
const OPENED_FROM = 'walkon.plan-opened-from'
const GET_ALERTS = 'get-alerts'

/**
 * True if the way back leads to Get Alerts. The `from` of a link decides, and the tab remembers it for the return from the payment page
 * alone.
 */
export function leadsToGetAlerts(params: URLSearchParams, hasReturned: boolean): boolean {
  if (!hasReturned) writeTabValue(OPENED_FROM, params.get('from') ?? '')
  return readTabValue(OPENED_FROM) === GET_ALERTS
}
