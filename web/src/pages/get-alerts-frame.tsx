import type { ReactNode } from 'react'

type GetAlertsFrameProps = {
  setup: ReactNode
  /** The rides and their start, once a park is chosen. */
  children?: ReactNode
  ticket: ReactNode
  recent: ReactNode
  /** Content below all, in the width of the page. */
  foot?: ReactNode
}

/** Setup and rides on the left; running alerts and their outcomes on the right. On a phone the ticket follows the rides. */
export const GetAlertsFrame = ({ setup, children, ticket, recent, foot }: GetAlertsFrameProps) => (
  <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-12">
    <div className="grid gap-8">
      <section className="grid gap-4" aria-labelledby="setup">
        <h2 id="setup" className="text-28 leading-8">
          Where and how
        </h2>
        {setup}
      </section>
      {children}
    </div>
    <div className="grid gap-8">
      {ticket}
      {recent}
    </div>
    {foot && <div className="lg:col-span-2">{foot}</div>}
  </div>
)
