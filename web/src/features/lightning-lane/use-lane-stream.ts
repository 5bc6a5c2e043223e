import { laneReadings } from '@walkon/contracts/http/lightning-lane'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { followStream } from '../../lib/follow-stream.ts'

const STREAM = '/api/planner/lightning-lane/readings/stream'
/** The page asks for offers on a clock of its own while the stream is away. */
const NOT_ASKED = Promise.resolve({ hasArrived: true })

/** Has the offers of these parks asked for as soon as one of them is read. Returns whether the stream is live: without it the page asks on a clock. */
export function useLaneStream(parkIds: string[]): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  const wasLost = useRef(false)
  const hear = useEffectEvent((readIds: string[]) => {
    const mayHaveMissed = wasLost.current
    wasLost.current = false
    if (mayHaveMissed || readIds.some((id) => parkIds.includes(id)))
      void client.invalidateQueries({ queryKey: ['lane-offerings'] })
  })
  useEffect(
    () =>
      followStream({
        url: STREAM,
        events: ['readings'],
        receive(_event, data) {
          const readings = laneReadings.safeParse(toJson(data))
          if (readings.success) hear(readings.data.parkIds)
          return readings.success
        },
        ask: () => NOT_ASKED,
        onConnection(connection) {
          setLive(connection === 'live')
          if (connection !== 'live') wasLost.current = true
        },
      }),
    [],
  )
  return isLive
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
