import type { ReactNode } from 'react'

type GetAlertsFrameProps = {
  /** The park. */
  setup: ReactNode
  /** Its rides: close to its name, so that they begin in the first screen of a phone. */
  rides?: ReactNode
  /** When and how, once a park is chosen. */
  children?: ReactNode
  ticket: ReactNode
  recent: ReactNode
  /** Content below all, in the width of the page. */
  foot?: ReactNode
}

/** Park and rides on the left; running alerts and their outcomes on the right. On a phone the ticket follows the rides. */
export const GetAlertsFrame = ({ setup, rides, children, ticket, recent, foot }: GetAlertsFrameProps) => (
  <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-12">
    <div className="grid gap-8 max-md:gap-6">
      <div className="grid gap-2">
        <div className="grid gap-2 empty:hidden">{setup}</div>
        {rides}
      </div>
      {children}
    </div>
    <div className="grid gap-8">
      {ticket}
      {recent}
    </div>
    {foot && <div className="lg:col-span-2">{foot}</div>}
  </div>
)
