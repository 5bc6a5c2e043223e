import { toOrderReference } from '@walkon/contracts/order-reference'
import { toDays } from '@walkon/contracts/park-time'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { PassList } from '../features/passes/pass-list.tsx'
import { isOffered } from '../lib/offers.ts'
import { Link } from '../ui/link.tsx'
import { AssistDays } from './assist-days.tsx'
import { PageHead } from './page-head.tsx'
import { WrongOrderLink } from './wrong-order-link.tsx'

/** The orders with the address of the account, the way to their receipts, and its days of Lightning Lane Assist. */
export function PassesPage() {
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead isCompact>
        <p>
          <Link to="/account">Back to your account</Link>
        </p>
      </PageHead>
      <RequireSignIn>
        {(_user, caller) => (
          <div key={caller.key} className="grid gap-10">
            <PassList
              caller={caller}
              renderWrong={({ orderId, parkName, dates }) => (
                <WrongOrderLink order={toOrderReference(orderId)} parkName={parkName} days={toDays(dates)} />
              )}
            />
            {isOffered('/lightning-lane') && <AssistDays caller={caller} />}
          </div>
        )}
      </RequireSignIn>
    </div>
  )
}
