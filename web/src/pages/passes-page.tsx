import { toDays } from '@walkon/contracts/park-time'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { PassList } from '../features/passes/pass-list.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from './page-head.tsx'
import { WrongOrderLink } from './wrong-order-link.tsx'

/** The orders with the address of the account, and the way to their receipts. */
export function PassesPage() {
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead>
        <p>
          <Link to="/account">Back to your account</Link>
        </p>
      </PageHead>
      <RequireSignIn>
        {(_user, caller) => (
          <PassList
            key={caller.key}
            caller={caller}
            renderWrong={({ orderId, parkName, dates }) => (
              <WrongOrderLink orderId={orderId} parkName={parkName} days={toDays(dates)} />
            )}
          />
        )}
      </RequireSignIn>
    </div>
  )
}
