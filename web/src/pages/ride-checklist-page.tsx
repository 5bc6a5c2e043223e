import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/** The rides of a park, ticked off by a signed-in visitor. */
export const RideChecklistPage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead />
    <RequireSignIn>
      {() => <Panel kind="open" title="No rides on your list yet" heading="h2" />}
    </RequireSignIn>
  </div>
)
