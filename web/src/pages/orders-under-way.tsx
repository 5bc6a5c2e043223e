import type { PassState } from '@walkon/contracts/http/passes'
import { stateWords } from '../features/passes/pass-words.ts'
import { passesQuery } from '../features/passes/queries.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { dayLabel } from '../lib/park-time.ts'
import { usePages } from '../lib/use-pages.ts'

/** Without a pass yet: a bank works on the payment, or the mailed link was not opened. */
const UNDER_WAY: PassState[] = ['payment-processing', 'awaiting-confirmation']
/** With a pass that alert-evaluator has not heard of. */
const STARTING: PassState[] = ['upcoming', 'active']

/** The orders of an account that bring alerts, where the page says that no alerts are running. */
export function OrdersUnderWay({ caller }: { caller: Caller }) {
  const { pages, items } = usePages(passesQuery(caller))
  if (pages.isLoadingError) return <LoadProblem of={pages} title="Error loading your orders" />
  return items
    .filter(({ state }) => [...UNDER_WAY, ...STARTING].includes(state))
    .map((order) => (
      <p key={order.orderId}>
        <b>
          {order.parkName}, {order.dates.map(dayLabel).join('; ')}.
        </b>{' '}
        {STARTING.includes(order.state) ? 'Your alerts start in a moment.' : stateWords(order)}
      </p>
    ))
}
