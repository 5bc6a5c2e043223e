import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '../../lib/problem-texts.ts'
import { Button } from '../../ui/button.tsx'
import { activate, type Order } from './order-calls.ts'

/** Billing sends an address at most one link a minute. */
const SEND_EVERY_MS = 60_000

/** The same request once more, for a mail that did not arrive. */
export function SendAgain({ order }: { order: Order }) {
  const [sentAt, setSentAt] = useState(() => Date.now())
  const [notice, setNotice] = useState('')
  const sending = useMutation({
    mutationFn: () => activate(order, null),
    onSuccess: () => {
      setSentAt(Date.now())
      setNotice('Sent again.')
    },
    onError: (error) => setNotice(problemText(error).text),
  })

  function sendAgain(): void {
    if (Date.now() - sentAt < SEND_EVERY_MS) return setNotice('It is on its way. Please give it a minute.')
    setNotice('')
    sending.mutate()
  }

  return (
    <div className="grid gap-2">
      <p className="text-14 text-ink-2">Nothing after a minute? Check your spam folder, or send it again.</p>
      <Button quiet busy={sending.isPending} onClick={sendAgain}>
        {sending.isPending ? 'Sending' : 'Send it again'}
      </Button>
      <p aria-live="polite" className="text-14 font-bold empty:hidden">
        {notice}
      </p>
    </div>
  )
}
