import {
  device,
  deviceId,
  deviceList,
  pushKey,
  pushPreference,
  type NewDevice,
} from '@walkon/contracts/http/push'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unknown } from 'zod/mini'
import { askedAgain } from '../../lib/after-failure.ts'
import { ApiError, request, type Caller } from '../../lib/api.ts'

/** Everything the app asks notifier about the devices that get the caller's alerts. */

export const devicesQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['devices', caller.key],
    enabled: !caller.opensOnePark,
    queryFn: ({ signal }) => request(deviceList, '/notifications/devices', { caller, signal }),
    // Another tab, or another device, may have changed the list.
    refetchOnWindowFocus: 'always',
    refetchInterval: askedAgain,
  })

/** The key that subscriptions are made with. A deployment keeps it for good. */
export const pushKeyQuery = queryOptions({
  queryKey: ['push-key'],
  queryFn: ({ signal }) => request(pushKey, '/notifications/push/key', { signal }),
  staleTime: Infinity,
})

export const addDevice = (caller: Caller, body: NewDevice) =>
  request(device, '/notifications/devices', { method: 'POST', body, caller })

/** A device that is gone already was removed as asked. */
export async function removeDevice(caller: Caller, id: string): Promise<void> {
  try {
    await request(unknown(), `/notifications/devices/${id}`, { method: 'DELETE', caller })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'device-not-found')) throw error
  }
}

export const sendTest = (caller: Caller, id: string) =>
  request(unknown(), `/notifications/devices/${id}/test`, { method: 'POST', caller })

/** The id of the caller's device with this endpoint, if there is one. */
export async function findDevice(caller: Caller, endpoint: string): Promise<string | null> {
  const body = { endpoint }
  try {
    return (await request(deviceId, '/notifications/devices/current', { method: 'POST', body, caller })).id
  } catch (error) {
    if (error instanceof ApiError && error.code === 'device-not-found') return null
    throw error
  }
}

/** It is settled once the list has been asked for again: then that has the choice, or the one before it if it was refused. */
export function useReplaceEmail(caller: Caller) {
  const queryClient = useQueryClient()
  return useMutation({
    // Two quick clicks arrive in their order.
    scope: { id: `replace-email ${caller.key}` },
    mutationFn: (replacesEmail: boolean) =>
      request(pushPreference, '/notifications/push/preference', {
        method: 'PUT',
        body: { replacesEmail },
        caller,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery(caller).queryKey }),
  })
}
