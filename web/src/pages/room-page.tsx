import type { ReactNode } from 'react'
import type { Role } from '../features/auth/user.ts'
import type { Caller } from '../lib/api.ts'
import { DeskRooms } from './desk-rooms.tsx'
import { RolePage } from './role-page.tsx'

type RoomPageProps = { role: Role; children: (caller: Caller) => ReactNode }

/** A room of the desk: a page for a role, below the navigation of all rooms. */
export const RoomPage = ({ role, children }: RoomPageProps) => (
  <RolePage role={role}>
    {(caller) => (
      <>
        <DeskRooms />
        {children(caller)}
      </>
    )}
  </RolePage>
)
