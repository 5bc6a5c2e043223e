import { ApplicationList } from '../features/affiliates/application-list.tsx'
import { RoomPage } from './room-page.tsx'

/** Who wants to join the affiliate programme, for admins. */
export const AffiliateApplicationsPage = () => (
  <RoomPage role="admin">{(caller) => <ApplicationList caller={caller} />}</RoomPage>
)
