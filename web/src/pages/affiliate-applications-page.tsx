import { ApplicationList } from '../features/affiliates/application-list.tsx'
import { RequireRole } from '../features/auth/require-role.tsx'
import { useTitle } from '../lib/use-title.ts'
import { PageHead } from './page-head.tsx'

/** Who wants to join the affiliate programme, for admins. */
export function AffiliateApplicationsPage() {
  useTitle('Affiliate applications | Walkon')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead title="Affiliate applications" />
      <RequireRole role="admin">
        {(caller) => <ApplicationList key={caller.key} caller={caller} />}
      </RequireRole>
    </div>
  )
}
