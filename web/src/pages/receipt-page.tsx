import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { passQuery } from '../features/passes/queries.ts'
import { Receipt } from '../features/passes/receipt.tsx'
import { ApiError, type Caller } from '../lib/api.ts'
import { BadLink } from '../lib/bad-link.tsx'
import { problemText } from '../lib/problem-texts.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { LoadProblem } from '../lib/load-problem.tsx'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'

/** The receipt of one order, which the address names by its number. */
export function ReceiptPage() {
  const [params] = useSearchParams()
  const orderId = params.get('order') ?? ''
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead isCompact>
        <p className="print:hidden">
          <Link to="/account/passes">All passes</Link>
        </p>
      </PageHead>
      <RequireSignIn>
        {({ email }, caller) => (
          <OrderReceipt key={orderId} orderId={orderId} email={email} caller={caller} />
        )}
      </RequireSignIn>
    </div>
  )
}

type OrderReceiptProps = { orderId: string; email: string; caller: Caller }

function OrderReceipt({ orderId, email, caller }: OrderReceiptProps) {
  const query = useQuery({ ...passQuery(caller, orderId), enabled: orderId !== '' })
  if (orderId === '' || isNotTheirs(query.error)) return <BadLink {...NOT_FOUND} />
  if (query.isPending) return <Loading label="Loading your receipt" className="h-90! max-w-140" />
  if (query.isError) return <LoadProblem of={query} />
  if (query.data.paidCents === 0) return <BadLink {...NOT_PAID} />
  return (
    <div className="grid justify-items-start gap-6 *:first:w-full">
      <Receipt pass={query.data} email={email} support={<SupportLink />} />
      <Button className="print:hidden" onClick={() => print()}>
        Print
      </Button>
    </div>
  )
}

/** Another account's order is answered like a number that does not exist; so is text that is no number. */
const isNotTheirs = (error: Error | null) =>
  error instanceof ApiError && (error.code === 'order-not-found' || error.code === 'invalid-request')

const NOT_FOUND = problemText(new ApiError(404, 'order-not-found', 'No such order'))
const NOT_PAID = { title: 'No receipt', text: 'Nothing was paid for this order.' }
