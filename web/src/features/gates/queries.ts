import { gateKey, gateList, type GatedFeature } from '@walkon/contracts/http/gates'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

const MINUTE_MS = 60_000

export const gateQuery = (feature: GatedFeature) =>
  queryOptions({
    queryKey: ['gates'],
    queryFn: ({ signal }) => request(gateList, '/planner/gates', { signal }),
    staleTime: MINUTE_MS,
    select: ({ gates }) => gates.find((gate) => gate.feature === feature),
  })

/** The key that the password gives. */
export const requestGateKey = (password: string) =>
  request(gateKey, '/planner/gates/keys', { method: 'POST', body: { password } })
