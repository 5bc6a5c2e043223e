import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { NO_CONNECTION } from '../../lib/form-texts.ts'
import { forgetOrder } from '../../lib/kept-order.ts'
import { newerBuildQuery } from '../../lib/newer-build.ts'
import type { Draft } from './draft.ts'
import type { OrderPart, Placed, Price } from './order-calls.ts'
import type { Refusal } from './order-refusal.ts'

/** The order's outcome since the button was pressed. */
type Outcome = 'sending' | Placed | Refusal | null

/** No server refuses with this code: the page is of a build that the server no longer has. */
const NEWER_BUILD = 'newer-build'

type Sent = {
  draft: Draft
  parkId: string
  caller: Caller | null
  price: Promise<Price | null> | null
  page: Partial<OrderPart>
}

/** Sends an order once, however often the button is pressed, and goes to the page of its payment. */
export function useSending() {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const queryClient = useQueryClient()
  // Two clicks can come before the first one has been drawn.
  const isUnderWay = useRef(false)
  const startOver = () => setOutcome(null)

  async function send(toSend: () => Sent): Promise<Placed | Refusal | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setOutcome('sending')
    const placed = await place(toSend(), startOver).catch(() => toUnreached(queryClient))
    setOutcome(placed)
    isUnderWay.current = false
    return placed
  }

  const placed = outcome === 'sending' ? null : outcome
  return {
    send,
    startOver,
    /** After a change the outcome of the order before is said no more. */
    forget: () => setOutcome((current) => (current === 'sending' ? current : null)),
    /** Until the next page is there. */
    isSending: outcome === 'sending' || (placed !== null && 'url' in placed),
    refusal: placed && 'problems' in placed ? placed : null,
    isOutdated: placed !== null && 'code' in placed && placed.code === NEWER_BUILD,
    taken: placed && 'status' in placed ? placed : null,
  }
}

/** The code that sends orders could not be loaded. */
async function toUnreached(queryClient: QueryClient): Promise<Refusal> {
  const isNewerThere = await queryClient.fetchQuery(newerBuildQuery).catch(() => false)
  return { code: isNewerThere ? NEWER_BUILD : 'unreachable', problems: {}, text: NO_CONNECTION }
}

async function place(
  { draft, parkId, caller, price, page }: Sent,
  onBack: () => void,
): Promise<Placed | Refusal> {
  const answer = await price
  const [{ placeOrder, toOrder }, { leaveFor }] = await Promise.all([
    import('./order-calls.ts'),
    import('./kept-order.ts'),
    // Nothing is sent whose result could not be shown.
    import('./activation-result.tsx'),
  ])
  const order = toOrder(draft, parkId, page)
  const placed = await placeOrder(order, { caller, price: answer })
  if ('status' in placed) forgetOrder()
  if ('url' in placed) leaveFor(placed.url, order, onBack)
  return placed
}
