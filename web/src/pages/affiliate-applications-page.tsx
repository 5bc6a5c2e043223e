import { ApplicationList } from '../features/affiliates/application-list.tsx'
import { RequireAdmin } from '../features/auth/require-admin.tsx'
import { useTitle } from '../lib/use-title.ts'
import { PageHead } from './page-head.tsx'

/** Who wants to join the affiliate programme, for admins. */
export function AffiliateApplicationsPage() {
  useTitle('Affiliate applications | Walkon')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead title="Affiliate applications" />
      <RequireAdmin>{(caller) => <ApplicationList key={caller.key} caller={caller} />}</RequireAdmin>
    </div>
  )
}
