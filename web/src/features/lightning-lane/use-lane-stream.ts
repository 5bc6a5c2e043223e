import { laneReadings } from '@walkon/contracts/http/lightning-lane'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

const STREAM = '/api/planner/lightning-lane/readings/stream'
/** Between two tries to get the stream. */
const RECONNECT_MS = 30_000

/** Has the offers of these parks asked for as soon as one of them is read. Returns whether the stream is live: without it the page asks on a clock. */
export function useLaneStream(parkIds: string[]): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  const hear = useEffectEvent((readIds: string[]) => {
    setLive(true)
    if (readIds.some((id) => parkIds.includes(id)))
      void client.invalidateQueries({ queryKey: ['lane-offerings'] })
  })
  useEffect(() => followReadings({ onReadings: hear, onLost: () => setLive(false) }), [])
  return isLive
}

type Listener = { onReadings: (parkIds: string[]) => void; onLost: () => void }

/** Returns how to stop. */
function followReadings({ onReadings, onLost }: Listener): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    if (typeof EventSource === 'undefined') return
    source = new EventSource(STREAM)
    source.addEventListener('readings', (event: MessageEvent<string>) => {
      const readings = laneReadings.safeParse(toJson(event.data))
      if (readings.success) onReadings(readings.data.parkIds)
    })
    source.addEventListener('error', lose)
  }

  function lose(): void {
    source?.close()
    onLost()
    timer = setTimeout(connect, RECONNECT_MS)
  }

  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
