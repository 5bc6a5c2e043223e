import { ApplicationList } from '../features/affiliates/application-list.tsx'
import { DeskRooms } from './desk-rooms.tsx'
import { RolePage } from './role-page.tsx'

/** Who wants to join the affiliate programme, for admins. */
export const AffiliateApplicationsPage = () => (
  <RolePage role="admin">
    {(caller) => (
      <>
        <DeskRooms />
        <ApplicationList caller={caller} />
      </>
    )}
  </RolePage>
)
