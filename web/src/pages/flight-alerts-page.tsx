import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { AlertList } from '../features/flights/alert-list.tsx'
import { callerOfMail } from '../lib/link-caller.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from './page-head.tsx'

/** The flight alerts of an account, or of the address whose mail led here. */
export function FlightAlertsPage() {
  const { token } = useAddressToken('flights')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead isCompact>
        <p>
          <Link to="/flight-deals">Find flights</Link>
        </p>
      </PageHead>
      {token ? (
        <AlertList key={token} caller={callerOfMail(token)} />
      ) : (
        <RequireSignIn>{(_user, caller) => <AlertList key={caller.key} caller={caller} />}</RequireSignIn>
      )}
    </div>
  )
}
