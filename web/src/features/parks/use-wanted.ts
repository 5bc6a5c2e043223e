import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readWanted, withWanted, type Wanted } from './board-order.ts'

/** A browser refuses to change the address with every key. */
const QUIET_MS = 300

/** The rides that the visitor wants to see, in the address too, so that a reload and a shared link show the same. */
export function useWanted(): [Wanted, (wanted: Wanted) => void] {
  const [params, setParams] = useSearchParams()
  // An address that follows each key would take the input's text back.
  const [wanted, setWanted] = useState(() => readWanted(params))

  const write = useEffectEvent((chosen: Wanted) => {
    const next = withWanted(params, chosen)
    if (next.toString() !== params.toString()) setParams(next, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    const timer = setTimeout(() => write(wanted), QUIET_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  return [wanted, setWanted]
}
