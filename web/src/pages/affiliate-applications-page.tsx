import { ApplicationList } from '../features/affiliates/application-list.tsx'
import { RolePage } from './role-page.tsx'

/** Who wants to join the affiliate programme, for admins. */
export const AffiliateApplicationsPage = () => (
  <RolePage role="admin">{(caller) => <ApplicationList caller={caller} />}</RolePage>
)
