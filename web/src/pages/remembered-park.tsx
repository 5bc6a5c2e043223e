import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { useParkOfPage } from './use-park-of-page.ts'

/** Puts the park of every page into an address that names none. */
export function RememberedPark({ parks }: { parks: { id: string }[] }) {
  const { state, caller } = useAuth()
  const [, setParams] = useSearchParams()
  const parkId = useParkOfPage(caller ?? null, null)
  const isKnown = state.status !== 'loading' && parks.some(({ id }) => id === parkId)
  const open = useEffectEvent((park: string) => setParams({ park }, { replace: true }))
  useEffect(() => {
    if (isKnown && parkId) open(parkId)
  }, [isKnown, parkId])
  return null
}
