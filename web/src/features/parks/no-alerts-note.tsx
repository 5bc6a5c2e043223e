import { useQuery } from '@tanstack/react-query'
import { parkQuery } from './queries.ts'

/** Tells at the choice of a park for alerts that it makes none, because neither its hours nor its rides ever showed it open. */
export function NoAlertsNote({ parkId }: { parkId: string }) {
  const { data: park } = useQuery(parkQuery(parkId))
  if (park?.mayAlert !== false) return null
  return (
    <p role="status" className="border-l-8 border-line-strong pl-4 text-14">
      <b className="block font-display text-16">This park can’t alert yet</b>
      It publishes no opening hours, and we’ve never seen a ride open there. Alerts start once we do.
    </p>
  )
}
