import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../features/settings/queries.ts'
import type { Caller } from '../lib/api.ts'
import { later } from '../lib/later.ts'
import { LaterPart } from '../lib/later-part.tsx'

const PushSection = later(() => import('../features/push/push-section.tsx'), 'PushSection')

/** The caller's devices for push notifications, on the pages that show them. Its code comes after theirs. */
export function PushDevices({ caller }: { caller: Caller }) {
  const { data: config } = useQuery(configQuery)
  return (
    <LaterPart load={PushSection.load} place={<div className="min-h-60 border-t border-line" />}>
      <PushSection
        caller={caller}
        sandboxDeviceUrl={config?.sandboxDeviceUrl ?? null}
        inboxUrl={config?.inboxUrl ?? null}
      />
    </LaterPart>
  )
}
