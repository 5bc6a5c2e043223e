import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { NO_CONNECTION } from '../../lib/form-texts.ts'
import { forgetOrder } from '../../lib/kept-order.ts'
import type { Draft } from './draft.ts'
import type { Placed, Price } from './order-calls.ts'
import type { Refusal } from './order-refusal.ts'

/** What has become of the order since the button was pressed. */
type Outcome = 'sending' | Placed | Refusal | null

type Sent = { draft: Draft; parkId: string; caller: Caller | null; price: Promise<Price | null> | null }

/** Sends an order once, however often the button is pressed, and goes to the page of its payment. */
export function useSending() {
  const [outcome, setOutcome] = useState<Outcome>(null)
  // Two clicks can come before the first one has been drawn.
  const isUnderWay = useRef(false)
  const startOver = () => setOutcome(null)

  async function send(toSend: () => Sent): Promise<Placed | Refusal | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setOutcome('sending')
    const placed = await place(toSend(), startOver).catch(() => UNREACHED)
    setOutcome(placed)
    isUnderWay.current = false
    return placed
  }

  const placed = outcome === 'sending' ? null : outcome
  return {
    send,
    startOver,
    /** Something was changed: what became of the order before is said no more. */
    forget: () => setOutcome((current) => (current === 'sending' ? current : null)),
    /** Until the next page is there. */
    isSending: outcome === 'sending' || (placed !== null && 'url' in placed),
    refusal: placed && 'problems' in placed ? placed : null,
    result: placed && 'status' in placed ? placed.status : null,
  }
}

/** The code that sends orders could not be loaded. */
const UNREACHED: Refusal = { code: 'unreachable', problems: {}, text: NO_CONNECTION }

async function place({ draft, parkId, caller, price }: Sent, onBack: () => void): Promise<Placed | Refusal> {
  const answer = await price
  const [{ placeOrder, toOrder }, { leaveFor }] = await Promise.all([
    import('./order-calls.ts'),
    import('./kept-order.ts'),
    // Nothing is sent whose result could not be shown.
    import('./activation-result.tsx'),
  ])
  const order = toOrder(draft, parkId)
  const placed = await placeOrder(order, { caller, price: answer })
  if ('status' in placed) forgetOrder()
  if ('url' in placed) leaveFor(placed.url, order, onBack)
  return placed
}
